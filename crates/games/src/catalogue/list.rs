//! The games of Grundy.

use super::{Entry, game, grows, grows_light, light};
use crate::amazons::Amazons;
use crate::board::Grown;
use crate::clobber::Clobber;
use crate::domineering::Domineering;
use crate::dominoes::Dominoes;
use crate::impartial;
use crate::konane::Konane;
use crate::plain::Plain;
use crate::toads::Toads;

/// One line a game.
#[rustfmt::skip]
pub(super) static CATALOGUE: &[Entry] = &[
    light::<crate::nim::Nim>(),
    light::<crate::subtract::Subtract>(),
    light::<crate::coins::Coins>(),
    game::<crate::wythoff::Wythoff>(),
    game::<crate::fibonacci::Fibonacci>(),
    light::<crate::euclid::Euclid>(),
    game::<crate::treblecross::Treblecross>(),
    Entry { read: crate::cram::read, ..game::<crate::cram::Cram<u64, true>>() },
    game::<crate::digraph::Arcs>(),
    crate::octal::family::<crate::octal::Octal>(),
    crate::octal::family::<crate::paint::Paint>(),
    crate::octal::family::<crate::named_codes::KaylesRow>(),
    crate::octal::family::<crate::named_codes::Dawson>(),
    crate::octal::family::<crate::named_codes::DawsonKayles>(),
    crate::octal::family::<crate::named_codes::Officers>(),
    crate::octal::family::<crate::named_codes::GrundysGame>(),
    crate::octal::family::<crate::named_codes::Couples>(),
    crate::octal::family::<crate::named_codes::AllBut>(),
    crate::octal::family::<crate::named_codes::Lasker>(),
    crate::chomp::ENTRY,
    crate::hackenbush::ENTRY,
    crate::taking::entry::<crate::kayles::NodeKayles>(),
    crate::taking::entry::<crate::arckayles::ArcKayles>(),
    light::<crate::bar::Bar>(),
    game::<crate::bar3::Bar3>(),
    game::<crate::poset::Poset>(),
    game::<crate::formula::FormulaGame>(),
    Entry { impartial: Some(impartial::domineering), ..grows::<Domineering, Domineering<Grown>>() },
    Entry { impartial: Some(impartial::read_both::<Clobber<Grown>>), ..grows::<Clobber, Clobber<Grown>>() },
    Entry { impartial: Some(impartial::read_both::<Amazons<Grown>>), ..grows_light::<Amazons, Amazons<Grown>>() },
    grows_light::<Konane, Konane<Grown>>(),
    grows_light::<Toads, Toads<Grown>>(),
    light::<crate::cake::Cutcake>(),
    light::<crate::maundy::Maundy>(),
    light::<crate::eatcake::Eatcake>(),
    crate::colouring::entry::<crate::col::Col>(),
    crate::colouring::entry::<crate::snort::Snort>(),
    grows_light::<Dominoes, Dominoes<Grown>>(),
    light::<crate::psubtract::Psubtract>(),
    light::<crate::peuclid::Euclid>(),
    game::<crate::tictactoe::TicTacToe<false>>(),
    game::<crate::tictactoe::TicTacToe<true>>(),
    game::<crate::morris::Morris>(),
    game::<crate::hounds::Hounds>(),
    game::<crate::foxgeese::FoxGeese>(),
    game::<crate::slimetrail::Slimetrail>(),
    game::<crate::cops::Cops>(),
    game::<crate::endgame::Endgame>(),
    light::<Plain>(),
    Entry { read: crate::impartial::read, ..game::<crate::impartial::Impartial>() },
];
