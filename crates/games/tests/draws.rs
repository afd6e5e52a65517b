//! Games that may be drawn, because play can go on for ever or a position says how the game has ended, pass this suite as the
//! others pass `conformance.rs`.
//!
//! The brute force here shares nothing with the solvers: it walks the object-safe face and looks at every state again and again
//! until nothing changes.

use grundy_game::{Achieved, Kind, NoFiles, Outcome, Play, Player};
use grundy_games::{entries, parse};
use grundy_solve::{Certificate, Method, Position, Settings, Stop, Verdicts, answer, check, explain, moves, prove};
use std::collections::HashMap;

/// A state is a position with the player about to move; what is known of it is what that player achieves and in how many moves.
struct Brute {
    numbers: HashMap<(String, Player), usize>,
    states: Vec<(Position, Player)>,
    options: Vec<Vec<usize>>,
    known: Vec<Option<(Achieved, u32)>>,
}

impl Brute {
    fn new(start: &Position, play: Play) -> Self {
        let mut brute = Self { numbers: HashMap::new(), states: Vec::new(), options: Vec::new(), known: Vec::new() };
        for player in Player::BOTH {
            brute.number(start, player);
        }
        while let Some((position, player)) = brute.states.get(brute.options.len()).cloned() {
            let moves = position.moves(player).unwrap();
            let options = moves.iter().map(|found| brute.number(&found.to, player.other())).collect();
            brute.options.push(options);
        }
        brute.known = vec![None; brute.states.len()];
        brute.decide(play);
        brute
    }

    fn number(&mut self, position: &Position, player: Player) -> usize {
        let fresh = self.states.len();
        let number = *self.numbers.entry((position.to_string(), player)).or_insert(fresh);
        if number == fresh {
            self.states.push((position.clone(), player));
        }
        number
    }

    /// Round by round: after round n everything is known that is won or lost within n moves.
    fn decide(&mut self, play: Play) {
        for (state, (position, player)) in self.states.iter().enumerate() {
            let declared = position.ending(*player).map(|outcome| outcome.achieved(*player));
            if declared.is_some() {
                assert!(self.options[state].is_empty(), "{position} has ended and has moves");
            }
            if self.options[state].is_empty() {
                let normal = declared.unwrap_or(Achieved::Loss);
                let ended = if play == Play::Normal { normal } else { normal.for_other() };
                self.known[state] = (ended != Achieved::Draw).then_some((ended, 0));
            }
        }
        for round in 1.. {
            let mut found = Vec::new();
            for state in (0..self.states.len()).filter(|&state| self.known[state].is_none()) {
                let after: Vec<_> = self.options[state].iter().map(|&option| self.known[option]).collect();
                if after.iter().any(|known| matches!(known, Some((Achieved::Loss, _)))) {
                    found.push((state, Achieved::Win));
                } else if !after.is_empty() && after.iter().all(|known| matches!(known, Some((Achieved::Win, _)))) {
                    found.push((state, Achieved::Loss));
                }
            }
            if found.is_empty() {
                return;
            }
            found.into_iter().for_each(|(state, achieved)| self.known[state] = Some((achieved, round)));
        }
    }

    fn of(&self, position: &Position, player: Player) -> Option<(Achieved, u32)> {
        self.known[self.numbers[&(position.to_string(), player)]]
    }

    fn achieved(&self, position: &Position, player: Player) -> Achieved {
        self.of(position, player).map_or(Achieved::Draw, |(achieved, _)| achieved)
    }

    fn outcome(&self, position: &Position) -> Outcome {
        Outcome::from_achieved(self.achieved(position, Player::Left), self.achieved(position, Player::Right))
    }
}

fn read(text: &str) -> Position {
    parse(text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()))
}

fn settings(play: Play, method: Method) -> Settings {
    Settings { play, method, ..Settings::default() }
}

fn auto(text: &str) -> Outcome {
    answer(&read(text), &settings(Play::Normal, Method::Auto)).unwrap().outcome.unwrap()
}

/// All small positions that may be drawn.
fn small() -> Vec<Position> {
    let all = entries().iter().flat_map(|entry| (entry.small)()).map(|text| read(&text));
    let drawn: Vec<Position> = all.filter(Position::may_be_drawn).collect();
    assert!(drawn.len() > 300);
    drawn
}

#[test]
fn every_small_position_is_judged_as_by_brute_force() {
    for position in small() {
        for play in Play::ALL {
            let brute = Brute::new(&position, play);
            let verdicts = Verdicts::new(&position, &settings(play, Method::Auto)).unwrap();
            for (state, player) in &brute.states {
                let verdict = verdicts.verdict(state, *player).unwrap();
                let expected = brute.of(state, *player);
                assert_eq!(grundy_solve::achieved(verdict), brute.achieved(state, *player), "{state} {player} {play}");
                assert_eq!(verdict.remoteness(), expected.map(|(_, moves)| moves), "{state} {player} {play}");
            }
            for method in [Method::Auto, Method::Retrograde] {
                check_answer(&position, &brute, &settings(play, method));
            }
            for method in [Method::Kernel, Method::Search, Method::Value, Method::Recursion] {
                let refused = answer(&position, &settings(play, method));
                assert!(matches!(refused, Err(Stop::Unsuitable(_))), "{position} by {method}");
            }
        }
    }
}

fn check_answer(position: &Position, brute: &Brute, settings: &Settings) {
    let context = format!("{position} {} by {}", settings.play, settings.method);
    let found = answer(position, settings).unwrap();
    assert_eq!(found.outcome, Some(brute.outcome(position)), "{context}");
    let partisan = position.kind() == Kind::Partisan;
    let listed = moves(position, settings).unwrap().moves;
    for &player in if partisan { &Player::BOTH[..] } else { &Player::BOTH[..1] } {
        let own = partisan.then_some(player);
        assert_eq!(found.remoteness[player as usize], brute.of(position, player).map(|(_, moves)| moves), "{context}");
        let best = brute.achieved(position, player);
        for report in listed.iter().filter(|report| report.player == own) {
            let achieved = brute.achieved(&report.to, player.other()).for_other();
            assert_eq!(
                (report.wins, report.draws),
                (achieved == Achieved::Win, achieved == Achieved::Draw),
                "{context}"
            );
            let named = |list: &[grundy_solve::WinningMove]| {
                list.iter().any(|one| one.label == report.label && one.player == own)
            };
            assert_eq!(named(&found.winning_moves), achieved == Achieved::Win, "{context}: {}", report.label);
            let keeps = achieved == Achieved::Draw && best == Achieved::Draw;
            assert_eq!(named(&found.drawing_moves), keeps, "{context}: {}", report.label);
        }
    }
    let told = explain(position, settings).unwrap();
    assert!(told.decided && told.outcome == found.outcome, "{context}");
}

#[test]
fn every_small_position_is_certified() {
    let verify = |certificate: &Certificate| {
        check(
            certificate,
            &|text| parse(text, &NoFiles).map_err(|error| error.to_string()),
            &Settings::default().budget,
        )
    };
    for position in small().into_iter().step_by(3) {
        for play in Play::ALL {
            let certificate = prove(&position, &settings(play, Method::Auto)).unwrap();
            assert_eq!(verify(&certificate), Ok(()), "{certificate}");
            assert_eq!(Certificate::read(&certificate.to_string()).as_ref(), Ok(&certificate));
            let Certificate::Verdict(proof) = certificate else { panic!("{position}: {}", certificate.kind()) };
            // Another outcome is not proved by the same claims, nor a loss in fewer moves.
            for outcome in Outcome::ALL.into_iter().filter(|&outcome| outcome != proof.outcome) {
                let mut forged = proof.clone();
                forged.outcome = outcome;
                assert!(verify(&Certificate::Verdict(forged)).is_err(), "{position} {outcome}");
            }
            for (index, claim) in proof.claims.iter().enumerate().take(20) {
                let mut forged = proof.clone();
                forged.claims[index].1 = match claim.1 {
                    Some(moves @ 1..) => Some(moves - 1),
                    Some(0) => continue,
                    None => Some(1000),
                };
                assert!(verify(&Certificate::Verdict(forged)).is_err(), "{position}: {claim:?}");
            }
        }
    }
}

/// Sums of digraphs, some with cycles, and of these with heaps.
#[test]
fn loopy_nimbers_add_as_positions_do() {
    let small: Vec<String> = (grundy_games::entry("digraph").unwrap().small)();
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for round in 0..400 {
        let first = &small[63 + random(small.len() - 63)];
        let second = if round % 4 == 0 {
            format!("nim:{},{}", random(3), random(3))
        } else {
            small[random(small.len())].clone()
        };
        let position = read(&format!("{first} + {second}"));
        let brute = Brute::new(&position, Play::Normal);
        let found = answer(&position, &settings(Play::Normal, Method::Auto)).unwrap();
        assert_eq!(found.outcome, Some(brute.outcome(&position)), "{position}");
        for report in moves(&position, &settings(Play::Normal, Method::Auto)).unwrap().moves {
            let achieved = brute.achieved(&report.to, Player::Right).for_other();
            let expected = (achieved == Achieved::Win, achieved == Achieved::Draw);
            assert_eq!((report.wins, report.draws), expected, "{position}: {}", report.label);
        }
        for play in Play::ALL {
            let brute = Brute::new(&position, play);
            check_answer(&position, &brute, &settings(play, Method::Retrograde));
        }
    }
}

/// Sums of partisan games in which play may go round, by the state graph of the whole.
#[test]
fn partisan_sums_are_judged_as_a_whole() {
    for text in ["foxgeese:3x3 + nim:1", "foxgeese:.x.|...|o.. + hackenbush:lr", "digraph:1>2,2>1@1 + domineering:2x2"]
    {
        let position = read(text);
        for play in Play::ALL {
            let brute = Brute::new(&position, play);
            check_answer(&position, &brute, &settings(play, Method::Auto));
        }
    }
    for text in ["tictactoe: + nim:1", "hounds: + tictactoe:"] {
        let stop = answer(&read(text), &Settings::default()).unwrap_err();
        assert!(stop.to_string().contains("cannot be part of a sum"), "{stop}");
    }
}

#[test]
fn noughts_and_crosses() {
    assert_eq!(auto("tictactoe:"), Outcome::Draw);
    assert_eq!(auto("tictactoe(3,4,3):"), Outcome::First);
    assert_eq!(auto("tictactoe(4,4,3):"), Outcome::First);
    assert_eq!(auto("wildtictactoe:"), Outcome::First);
    let misere = |text: &str| answer(&read(text), &settings(Play::Misere, Method::Auto)).unwrap();
    assert_eq!(misere("tictactoe:").outcome, Some(Outcome::Draw));
    // The middle holds the draw for whoever starts the misère game, and only the middle.
    let labels: Vec<String> = misere("tictactoe:").drawing_moves.iter().map(|one| one.label.clone()).collect();
    assert_eq!(labels, ["x b2", "o b2"]);
    // Nobody loses by starting: one mark more never harms.
    for sizes in ["2,3,2", "2,4,3", "3,3,2", "2,5,3", "1,6,3"] {
        let outcome = auto(&format!("tictactoe({sizes}):"));
        assert!(matches!(outcome, Outcome::First | Outcome::Draw), "{sizes}");
    }
}

#[test]
fn hunts() {
    assert!(matches!(auto("hounds:"), Outcome::Left), "the hounds win the small board, whoever starts");
    assert_eq!(auto("foxgeese:8x8"), Outcome::Left);
}

#[test]
fn cop_numbers() {
    for (graph, number) in [
        ("petersen", 3),
        ("grid(3,4)", 2),
        ("path(6)", 1),
        ("star(5)", 1),
        ("cycle(4)", 2),
        ("complete(5)", 1),
        ("cube(3)", 2),
    ] {
        for cops in 1..=number {
            let expected = if cops < number { Outcome::Draw } else { Outcome::Left };
            assert_eq!(auto(&format!("cops({cops}):{graph}")), expected, "{cops} cops on {graph}");
        }
    }
}

#[test]
fn king_and_rook_mate_in_sixteen() {
    let start = read("endgame:k.......|........|........|........|........|........|......K.|.R......");
    let verdicts = Verdicts::new(&start, &Settings::default()).unwrap();
    assert_eq!(verdicts.longest_win(Player::Left), Some(31));
}
