//! Random partisan digraphs with cycles, loops and declared ends, under both play rules, against a fixpoint found by looking at
//! everything again and again.

use grundy_game::{
    Achieved, Draws, Game, ImpartialHints, Info, Input, Kind, Outcome, ParseError, PartisanHints, Play, Player,
    Refusal, Rules,
};
use grundy_solve::{Placed, Position, Settings, Verdicts, achieved};

/// A token on a digraph with arcs for Left and arcs for Right; some vertices say how the game has ended.
#[derive(Clone, Debug, PartialEq)]
struct Coloured {
    arcs: [Vec<Vec<u32>>; 2],
    ends: Vec<Option<Outcome>>,
}

impl Rules for Coloured {
    type Position = u32;
    type Move = u32;
    const KIND: Kind = Kind::Partisan;
    const DRAWS: Draws = Draws::Always;

    fn moves(&self, vertex: &u32, player: Player, moves: &mut Vec<u32>) -> Result<(), Refusal> {
        if self.ends[*vertex as usize].is_none() {
            moves.extend(&self.arcs[player as usize][*vertex as usize]);
        }
        Ok(())
    }

    fn play(&self, vertex: &mut u32, to: &u32) {
        *vertex = *to;
    }

    fn ends(&self) -> bool {
        false
    }

    fn declares(&self) -> bool {
        true
    }

    fn ending(&self, vertex: &u32, _: Player) -> Option<Outcome> {
        self.ends[*vertex as usize]
    }
}

impl ImpartialHints for Coloured {}

impl PartisanHints for Coloured {}

impl Game for Coloured {
    const INFO: Info = Info { name: "coloured", summary: "", rules: "", notation: "", theorems: &[], examples: &[] };

    fn read(input: &Input<'_>) -> Result<(Self, u32), ParseError> {
        Err(input.position_error("only made by tests"))
    }

    fn write(&self, vertex: &u32) -> String {
        vertex.to_string()
    }

    fn label(&self, _: &u32, to: &u32) -> String {
        to.to_string()
    }

    fn small() -> Vec<String> {
        Vec::new()
    }
}

/// Random numbers that are the same on every machine (Marsaglia's xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % u64::from(bound)) as u32
    }
}

fn random(dice: &mut Dice) -> Coloured {
    let order = 1 + dice.below(12);
    let degree = 1 + dice.below(4);
    let mut row = || (0..dice.below(degree + 1)).map(|_| dice.below(order)).collect::<Vec<u32>>();
    let arcs = [(); 2].map(|()| (0..order).map(|_| row()).collect());
    let end =
        |number| [Outcome::Left, Outcome::Right, Outcome::First, Outcome::Second, Outcome::Draw].get(number).copied();
    Coloured { arcs, ends: (0..order).map(|_| end(dice.below(30) as usize)).collect() }
}

/// For each vertex what Left and what Right achieves when about to move, and in how many moves.
#[allow(clippy::needless_range_loop)] // The vertex is the number of the row and of much else.
fn fixpoint(game: &Coloured, play: Play) -> Vec<[Option<(Achieved, u32)>; 2]> {
    let order = game.ends.len();
    let mut known = vec![[None; 2]; order];
    let options = |vertex: usize, player: Player| {
        let list = if game.ends[vertex].is_some() { &[][..] } else { &game.arcs[player as usize][vertex][..] };
        list.iter().map(|&to| to as usize).collect::<Vec<_>>()
    };
    for vertex in 0..order {
        for player in Player::BOTH.into_iter().filter(|&player| options(vertex, player).is_empty()) {
            let normal = game.ends[vertex].map_or(Achieved::Loss, |outcome| outcome.achieved(player));
            let ended = if play == Play::Normal { normal } else { normal.for_other() };
            known[vertex][player as usize] = (ended != Achieved::Draw).then_some((ended, 0));
        }
    }
    for round in 1.. {
        let before = known.clone();
        for vertex in 0..order {
            for player in Player::BOTH.into_iter().filter(|&player| before[vertex][player as usize].is_none()) {
                let after: Vec<_> = options(vertex, player)
                    .into_iter()
                    .map(|to| before[to][player.other() as usize].map(|(a, _)| a))
                    .collect();
                let found = if after.contains(&Some(Achieved::Loss)) {
                    Some(Achieved::Win)
                } else if !after.is_empty() && after.iter().all(|&one| one == Some(Achieved::Win)) {
                    Some(Achieved::Loss)
                } else {
                    None
                };
                known[vertex][player as usize] = found.map(|found| (found, round));
            }
        }
        if known == before {
            return known;
        }
    }
    known
}

#[test]
fn ten_thousand_partisan_digraphs() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut seen = [0; 3];
    for _ in 0..10_000 {
        let game = random(&mut dice);
        let start = dice.below(game.ends.len() as u32);
        for play in Play::ALL {
            let expected = fixpoint(&game, play);
            let position = Position::new(vec![Placed::boxed(game.clone(), start)]);
            let verdicts = Verdicts::new(&position, &Settings { play, ..Settings::default() }).unwrap();
            for player in Player::BOTH {
                let found = verdicts.verdict(&position, player).unwrap();
                let known = expected[start as usize][player as usize];
                assert_eq!(
                    achieved(found),
                    known.map_or(Achieved::Draw, |(achieved, _)| achieved),
                    "{game:?} {start} {play}"
                );
                assert_eq!(found.remoteness(), known.map(|(_, moves)| moves), "{game:?} {start} {play}");
                seen[achieved(found) as usize] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 2000), "{seen:?}");
}
