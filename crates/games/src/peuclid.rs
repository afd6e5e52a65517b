//! Partizan Euclid: Left takes the remainder of a division, Right what the remainder lacks.

use grundy_draw::{Gesture, Picture, Role, Shape};
use grundy_game::{
    Game, ImpartialHints, Info, Input, Kind, ParseError, PartisanHints, Player, Refusal, Rules, Text, TheoremNote,
};

/// The rules of Partizan Euclid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Euclid;

/// The largest divisor that is played: Right's remainders may shrink it by one at a time.
const LARGEST: u64 = 1 << 20;

/// Blocks drawn at most, the length of one, and the height of the bar.
const MOST_BLOCKS: u64 = 8;
const BLOCK: f64 = 120.0;
const HEIGHT: f64 = 40.0;

/// Go from (p, q) to (q, rest).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divide {
    rest: u64,
}

impl Rules for Euclid {
    type Position = (u64, u64);
    type Move = Divide;
    const KIND: Kind = Kind::Partisan;

    fn moves(&self, &(p, q): &(u64, u64), player: Player, moves: &mut Vec<Divide>) -> Result<(), Refusal> {
        let rest = p % q;
        if rest > 0 {
            moves.push(Divide { rest: if player == Player::Left { rest } else { q - rest } });
        }
        Ok(())
    }

    fn play(&self, position: &mut (u64, u64), played: &Divide) {
        *position = (position.1, played.rest);
    }

    /// Only p modulo q matters.
    fn canonicalise(&self, (p, q): &mut (u64, u64)) {
        *p %= *q;
        if *p == 0 {
            (*p, *q) = (0, 1);
        }
    }
}

impl ImpartialHints for Euclid {}

impl PartisanHints for Euclid {
    fn heavy(&self) -> usize {
        2
    }
}

impl Game for Euclid {
    const INFO: Info = Info {
        name: "peuclid",
        summary: "Partizan Euclid: Left takes the remainder of a division, Right what the remainder lacks",
        rules: "A position is a pair p,q with p = kq + r and 0 ≤ r < q. Left moves to q,r and Right to q,q−r; when q divides p \
                nobody can move. Whoever cannot move loses.",
        notation: "peuclid:P,Q: peuclid:15,11",
        theorems: &[TheoremNote {
            statement: "All values are infinitesimal, since either both players can move or neither.",
            literature: "N. McKay, R. Nowakowski, Outcomes of Partizan Euclid, Integers 12B (2012)",
        }],
        examples: &["peuclid:15,11", "peuclid:3,8"],
    };

    fn read(input: &Input<'_>) -> Result<(Self, (u64, u64)), ParseError> {
        input.no_arguments()?;
        match input.heaps()?[..] {
            [_, 0] => Err(input.position_error("nothing can be divided by 0").help("expected P,Q with Q from 1 on")),
            [_, q] if q > LARGEST => {
                let largest = Text::new("the largest is {largest}").with("largest", LARGEST);
                Err(input.position_error("the divisor is too large").help(largest))
            }
            [p, q] => Ok((Self, (p, q))),
            _ => Err(input.position_error("a position is two numbers").help("expected P,Q such as 15,11")),
        }
    }

    fn write(&self, (p, q): &(u64, u64)) -> String {
        format!("{p},{q}")
    }

    fn label(&self, position: &(u64, u64), played: &Divide) -> String {
        self.words(position, played).to_string()
    }

    fn words(&self, &(_, q): &(u64, u64), played: &Divide) -> Text {
        Text::new("to {position}").with("position", format_args!("{q},{}", played.rest))
    }

    /// The number p as a bar over blocks of q: what sticks out is Left's remainder, what it lacks to a block Right's.
    fn picture(&self, position: &(u64, u64)) -> Picture {
        let &(p, q) = position;
        let (whole, rest) = (p / q, p % q);
        let description = Text::new("A bar of {p} over blocks of {q}; the remainder is Left's, what it lacks Right's.");
        let description = description.with("p", p).with("q", q);
        let mut picture = Picture::new(self.text(position)).describe(description);
        let shown = whole.min(MOST_BLOCKS);
        let length = |part: u64| part as f64 / q as f64 * BLOCK;
        for block in 0..shown {
            let corner = (block as f64 * BLOCK, 0.0);
            picture.add(Shape::rect(corner, BLOCK, HEIGHT).role(Role::Token));
            picture.add(Shape::text((corner.0 + BLOCK / 2.0, HEIGHT / 2.0), q.to_string()).role(Role::Token));
        }
        if whole > shown {
            let words = format!("{whole} × {q}");
            picture.add(Shape::text((BLOCK, -14.0), words).role(Role::Muted));
        }
        let mut left = shown as f64 * BLOCK;
        let parts = [(rest, Role::Left), (if rest > 0 { q - rest } else { 0 }, Role::Right)];
        for (size, role) in parts.into_iter().filter(|part| part.0 > 0) {
            let width = length(size).max(26.0);
            // Nothing stays after a move, so the keys are those of this position.
            let key = format!("{p},{q}:{}", role.sign());
            picture.gesture(Gesture::new(self.label(position, &Divide { rest: size }), [key.clone()]));
            picture.button(key, Text::default(), |part| {
                part.add(Shape::rect((left, 0.0), width, HEIGHT).role(role).width(2.0));
                part.add(Shape::text((left + width / 2.0, HEIGHT / 2.0), size.to_string()).bold().role(role));
            });
            left += width;
        }
        picture.add(Shape::text((left / 2.0, HEIGHT + 20.0), format!("{p}, {q}")).bold());
        picture
    }

    fn small() -> Vec<String> {
        (0..14).flat_map(|p| (1..14).map(move |q| format!("peuclid:{p},{q}"))).collect()
    }
}
