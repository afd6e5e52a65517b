//! What a shape means; the theme turns meanings into colours and dashes.

use std::fmt::Write as _;

/// What a shape means. A drawing never names a colour, so one SVG serves light and dark pages alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Ordinary ink: most lines and labels.
    #[default]
    Plain,
    /// Ink of lesser weight: captions, ordinary arcs.
    Muted,
    /// The lightest ink: grid lines, helper lines.
    Faint,
    /// Left's things (blue, solid lines).
    Left,
    /// Right's things (red, dashed lines).
    Right,
    /// Things either player may use (green, dotted lines).
    Either,
    /// The kernel: positions that the second player wins, and arcs into it.
    Kernel,
    /// A winning move or position.
    Winning,
    /// A losing move or position.
    Losing,
    /// The thing to look at now: current position, line of play.
    Highlight,
    /// The poisoned square and its like.
    Poison,
    /// The ground of Hackenbush, the table under heaps.
    Ground,
    /// An empty cell.
    Empty,
    /// A neutral piece: stick, coin, square of chocolate.
    Token,
    /// One of eight series told apart by colour and dash; taken modulo 8.
    Series(u8),
}

/// How a line is broken, the signal that goes with colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dash {
    /// As the role says.
    #[default]
    Auto,
    /// Unbroken.
    Solid,
    /// Long dashes.
    Dashed,
    /// Dots.
    Dotted,
    /// Dash and dot in turn.
    DashDot,
}

impl Dash {
    /// The lengths of stroke and gap in turn, in units of the drawing; empty for an unbroken line.
    pub fn pattern(self) -> &'static [f64] {
        match self {
            Dash::Auto | Dash::Solid => &[],
            Dash::Dashed => &[9.0, 5.0],
            Dash::Dotted => &[0.1, 6.0],
            Dash::DashDot => &[10.0, 5.0, 0.1, 5.0],
        }
    }
}

/// The two colours of a role: `ink` for strokes and text, `tint` for the inside of closed shapes; as `0xRRGGBB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    /// Strokes and text.
    pub ink: u32,
    /// Inside of closed shapes.
    pub tint: u32,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark ink on light paper.
    #[default]
    Light,
    /// Light ink on dark paper.
    Dark,
}

impl Theme {
    /// The colour behind everything.
    pub fn paper(self) -> u32 {
        match self {
            Theme::Light => 0xff_ff_ff,
            Theme::Dark => 0x15_18_1d,
        }
    }
}

const SERIES: usize = 8;

/// Ink and tint in light, ink and tint in dark.
type Row = (&'static str, [u32; 4]);

const ROWS: [Row; 14] = [
    ("plain", [0x1d_23_2b, 0xff_ff_ff, 0xe8_ec_f1, 0x1f_24_2b]),
    ("muted", [0x5a_65_72, 0xf1_f3_f6, 0xa7_b1_bd, 0x2a_30_39]),
    ("faint", [0xc9_d0_d8, 0xf7_f8_fa, 0x3d_45_50, 0x1b_1f_25]),
    ("left", [0x17_55_b8, 0xdb_e8_fd, 0x8a_b8_ff, 0x1a_2f_52]),
    ("right", [0xb4_23_2f, 0xfd_e0_e1, 0xff_9b_9b, 0x52_1e_24]),
    ("either", [0x1b_6e_3c, 0xd9_f2_e1, 0x7d_d8_9d, 0x17_3d_27]),
    ("kernel", [0x6a_35_a8, 0xec_e0_fb, 0xcb_a6_ff, 0x38_24_57]),
    ("winning", [0x0b_69_71, 0xd3_f0_f2, 0x72_d5_de, 0x10_3b_40]),
    ("losing", [0xa0_3d_12, 0xfd_e8_d8, 0xff_b0_80, 0x4a_29_18]),
    ("highlight", [0x8a_5a_00, 0xff_ee_b8, 0xff_d4_5c, 0x4a_3a_0c]),
    ("poison", [0x5c_1a_6b, 0xe9_c8_ee, 0xe3_9c_f2, 0x45_1a_50]),
    ("ground", [0x6b_4c_26, 0xea_dc_c6, 0xd3_ac_77, 0x3b_2d_1b]),
    ("empty", [0x6b_74_80, 0xfa_fb_fc, 0x9a_a4_b0, 0x1a_1e_24]),
    ("token", [0x6e_43_1d, 0xf0_d9_b8, 0xe2_b9_85, 0x4b_33_1b]),
];

const SERIES_ROWS: [Row; SERIES] = [
    ("series0", [0x17_55_b8, 0xdb_e8_fd, 0x8a_b8_ff, 0x1a_2f_52]),
    ("series1", [0xb4_23_2f, 0xfd_e0_e1, 0xff_9b_9b, 0x52_1e_24]),
    ("series2", [0x1b_6e_3c, 0xd9_f2_e1, 0x7d_d8_9d, 0x17_3d_27]),
    ("series3", [0x8a_5a_00, 0xff_ee_b8, 0xff_d4_5c, 0x4a_3a_0c]),
    ("series4", [0x6a_35_a8, 0xec_e0_fb, 0xcb_a6_ff, 0x38_24_57]),
    ("series5", [0x0b_69_71, 0xd3_f0_f2, 0x72_d5_de, 0x10_3b_40]),
    ("series6", [0xa1_28_74, 0xfb_dd_ef, 0xff_96_d0, 0x4b_1a_38]),
    ("series7", [0x4d_55_60, 0xe9_ec_f0, 0xb9_c2_cc, 0x2e_34_3d]),
];

impl Role {
    /// Every role, each series once.
    pub fn all() -> impl Iterator<Item = Role> + Clone {
        use Role::{
            Either, Empty, Faint, Ground, Highlight, Kernel, Left, Losing, Muted, Plain, Poison, Right, Token, Winning,
        };
        [Plain, Muted, Faint, Left, Right, Either, Kernel, Winning, Losing, Highlight, Poison, Ground, Empty, Token]
            .into_iter()
            .chain((0..SERIES as u8).map(Role::Series))
    }

    fn row(self) -> &'static Row {
        match self {
            Role::Plain => &ROWS[0],
            Role::Muted => &ROWS[1],
            Role::Faint => &ROWS[2],
            Role::Left => &ROWS[3],
            Role::Right => &ROWS[4],
            Role::Either => &ROWS[5],
            Role::Kernel => &ROWS[6],
            Role::Winning => &ROWS[7],
            Role::Losing => &ROWS[8],
            Role::Highlight => &ROWS[9],
            Role::Poison => &ROWS[10],
            Role::Ground => &ROWS[11],
            Role::Empty => &ROWS[12],
            Role::Token => &ROWS[13],
            Role::Series(i) => &SERIES_ROWS[usize::from(i) % SERIES],
        }
    }

    /// The CSS class.
    pub fn class(self) -> &'static str {
        self.row().0
    }

    /// The colours in a theme.
    pub fn colours(self, theme: Theme) -> Colours {
        let [ink, tint, dark_ink, dark_tint] = self.row().1;
        match theme {
            Theme::Light => Colours { ink, tint },
            Theme::Dark => Colours { ink: dark_ink, tint: dark_tint },
        }
    }

    /// The dash of open lines of this role.
    pub fn dash(self) -> Dash {
        match self {
            Role::Right => Dash::Dashed,
            Role::Either => Dash::Dotted,
            Role::Series(i) => [Dash::Solid, Dash::Dashed, Dash::Dotted, Dash::DashDot][usize::from(i) % 4],
            _ => Dash::Solid,
        }
    }

    /// A sign that says the same as the colour, for text drawings and labels; empty for neutral roles.
    pub fn sign(self) -> &'static str {
        match self {
            Role::Left => "L",
            Role::Right => "R",
            Role::Either => "E",
            Role::Kernel => "K",
            Role::Winning => "+",
            Role::Losing => "-",
            Role::Highlight => ">",
            Role::Poison => "x",
            _ => "",
        }
    }
}

/// The style sheet for the given roles: class names under `svg.gd`, colours as custom properties `--gd-…` that a page
/// may override, dark values under `prefers-color-scheme`. Renderers without custom properties see the light colours.
pub(crate) fn stylesheet_for(roles: impl Iterator<Item = Role> + Clone) -> String {
    let mut css = String::from(
        "svg.gd{font-family:system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}\
         .gd .paper{fill:#fff;fill:var(--gd-paper,#fff);stroke:none}\
         .gd path,.gd line{stroke-linecap:round;stroke-linejoin:round}\
         .gd .hit{fill:none;stroke:transparent;stroke-width:22;pointer-events:stroke}\
         .gd .zone{fill:transparent;stroke:none}.gd .part>.zone{pointer-events:all}\
         .gd .thing,.gd .ghost{pointer-events:none}\
         .gd .ghost{opacity:.22}\
         .gd .last{filter:drop-shadow(0 0 2.5px #8a5a00) drop-shadow(0 0 2.5px #ffb300)}\
         .gd .handle>:not(.zone){opacity:.3}\
         .gd .handle.off{display:none}\
         .gd .handle:hover>*,.gd .handle:focus>*{opacity:1}\
         .gd .part,.gd .node{cursor:pointer}\
         .gd .part:hover,.gd .node:hover{opacity:.72}\
         .gd .part:focus-visible,.gd .node:focus-visible{outline:3px solid currentColor;outline-offset:2px}\n",
    );
    for role in roles.clone() {
        let (class, Colours { ink, tint }) = (role.class(), role.colours(Theme::Light));
        let _ = writeln!(
            css,
            ".gd .{class}{{stroke:#{ink:06x};stroke:var(--gd-{class},#{ink:06x});\
             fill:#{tint:06x};fill:var(--gd-{class}-tint,#{tint:06x})}}\
             .gd text.{class},.gd .{class}.s{{fill:#{ink:06x};fill:var(--gd-{class},#{ink:06x})}}"
        );
    }
    css.push_str(".gd .o{fill:none}.gd text[class]{stroke:none}\n");
    css.push_str("@media (prefers-color-scheme:dark){svg.gd{");
    let _ = write!(css, "--gd-paper:#{:06x}", Theme::Dark.paper());
    for role in roles {
        let (class, Colours { ink, tint }) = (role.class(), role.colours(Theme::Dark));
        let _ = write!(css, ";--gd-{class}:#{ink:06x};--gd-{class}-tint:#{tint:06x}");
    }
    css.push_str("}}\n");
    css
}

/// The style sheet for all roles, for a page that shows pictures made by [`crate::Picture::to_fragment`].
pub fn stylesheet() -> String {
    stylesheet_for(Role::all())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance as defined by the Web Content Accessibility Guidelines 2.
    fn luminance(colour: u32) -> f64 {
        let part = |shift: u32| {
            let c = f64::from((colour >> shift) & 255) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
    }

    fn contrast(a: u32, b: u32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn ink_stands_out_from_tint_and_paper_in_both_themes() {
        for theme in [Theme::Light, Theme::Dark] {
            for role in Role::all().filter(|&r| r != Role::Faint) {
                let Colours { ink, tint } = role.colours(theme);
                for behind in [tint, theme.paper()] {
                    assert!(contrast(ink, behind) >= 4.5, "{role:?} {theme:?} {behind:06x}: {}", contrast(ink, behind));
                }
                // Plain ink is used for labels inside any shape.
                assert!(contrast(Role::Plain.colours(theme).ink, tint) >= 4.5, "{role:?} {theme:?}");
            }
        }
    }

    #[test]
    fn classes_are_distinct() {
        let mut classes: Vec<_> = Role::all().map(Role::class).collect();
        let count = classes.len();
        classes.sort_unstable();
        classes.dedup();
        assert_eq!(classes.len(), count);
    }
}
