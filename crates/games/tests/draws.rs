//! Games that may be drawn, because play can go on for ever or a position says how the game has ended, pass this suite as the
//! others pass `conformance.rs`.
//!
//! The brute force here shares nothing with the solvers: it walks the object-safe face and looks at every state again and again
//! until nothing changes.

use grundy_game::{Achieved, Kind, NoFiles, Outcome, Play, Player};
use grundy_games::{entries, parse};
use grundy_solve::{
    Bound, Certificate, Method, Position, Settings, Stop, Verdicts, Whole, answer, check, explain, moves, prove,
    whole_strategies,
};
use std::collections::HashMap;

/// Who wins a play that goes on for ever, by the usual rules of the games: a robber who is never caught, a hare whose hounds only go
/// up and down. Elsewhere nobody does.
fn for_ever(position: &Position, play: Play) -> Option<Player> {
    let fugitive = matches!(position.parts()[0].page().name, "cops" | "hounds");
    fugitive.then_some(if play == Play::Normal { Player::Right } else { Player::Left })
}

/// A state is a position with the player about to move; what is known of it is what that player achieves and in how many moves.
struct Brute {
    for_ever: Option<Player>,
    numbers: HashMap<(String, Player), usize>,
    states: Vec<(Position, Player)>,
    options: Vec<Vec<usize>>,
    known: Vec<Option<(Achieved, u32)>>,
}

impl Brute {
    fn new(start: &Position, play: Play) -> Self {
        let (numbers, states, options, known) = (HashMap::new(), Vec::new(), Vec::new(), Vec::new());
        let mut brute = Self { for_ever: for_ever(start, play), numbers, states, options, known };
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
        match (self.of(position, player), self.for_ever) {
            (Some((achieved, _)), _) => achieved,
            (None, None) => Achieved::Draw,
            (None, Some(winner)) if winner == player => Achieved::Win,
            (None, Some(_)) => Achieved::Loss,
        }
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
                let instead: &[Bound] = match claim.1 {
                    Bound::Moves(moves @ 1..) => &[Bound::Moves(moves - 1)],
                    Bound::Moves(0) => &[],
                    Bound::Held => &[Bound::Moves(1000), Bound::Ever],
                    Bound::Ever => &[Bound::Moves(1000), Bound::Held],
                };
                for &bound in instead {
                    forged.claims[index].1 = bound;
                    assert!(verify(&Certificate::Verdict(forged.clone())).is_err(), "{position}: {claim:?}");
                }
            }
        }
    }
}

/// A strategy answers every move, keeps to what it promises, and a win comes nearer with every answer.
fn check_strategy(whole: &Whole, brute: &Brute, partisan: bool, context: &str) {
    assert!(whole.complete, "{context}");
    let shapes: Vec<String> = whole.pages.iter().map(|page| page.position.shape()).collect();
    for page in &whole.pages {
        let (loser, keeper) = (page.loser, page.loser.other());
        let achieves = |position: &Position| brute.achieved(position, loser).for_other() >= whole.aim;
        assert!(achieves(&page.position), "{context}: {}", page.position);
        let tried: usize = page.replies.iter().map(|(tried, ..)| tried.labels.len()).sum();
        assert_eq!(tried, page.position.moves(loser).unwrap().len(), "{context}: {}", page.position);
        let left = brute.of(&page.position, loser);
        for (tried, answer, next) in &page.replies {
            let Some(answer) = answer else {
                assert!(tried.to.moves(keeper).unwrap().is_empty(), "{context}");
                assert!(brute.achieved(&tried.to, keeper) >= whole.aim, "{context}");
                continue;
            };
            assert!(achieves(&answer.to), "{context}: {}", answer.to);
            if let (Achieved::Win, Some((_, left))) = (whole.aim, left) {
                let after = brute.of(&answer.to, loser).map(|(_, moves)| moves);
                assert!(after.is_some_and(|after| after + 2 <= left), "{context}: {}", answer.to);
            }
            match next {
                Some(next) => assert_eq!(answer.to.shape(), shapes[*next], "{context}"),
                None => assert!(answer.to.moves(loser).unwrap().is_empty(), "{context}"),
            }
        }
    }
    assert!(partisan || whole.player == Player::Left);
}

#[test]
fn strategies_keep_what_they_promise() {
    let mut drawn = 0;
    for position in small().into_iter().step_by(5) {
        for play in Play::ALL {
            let brute = Brute::new(&position, play);
            let partisan = position.kind() == Kind::Partisan;
            for &player in if partisan { &Player::BOTH[..] } else { &Player::BOTH[..1] } {
                let context = format!("{position} {play} {player}");
                let found = whole_strategies(&position, player, 5000, &settings(play, Method::Auto)).unwrap();
                let achieved = brute.achieved(&position, player);
                let expected = match achieved {
                    Achieved::Win => vec![(Achieved::Win, true)],
                    Achieved::Loss => vec![(Achieved::Win, false)],
                    Achieved::Draw => vec![(Achieved::Draw, true), (Achieved::Draw, false)],
                };
                let told = |whole: &Whole| (whole.aim, !whole.winning.is_empty());
                if !position.moves(player).unwrap().is_empty() {
                    assert_eq!(found.iter().map(told).collect::<Vec<_>>(), expected, "{context}");
                    found.iter().for_each(|whole| check_strategy(whole, &brute, partisan, &context));
                    drawn += usize::from(achieved == Achieved::Draw);
                }
            }
        }
    }
    assert!(drawn > 10, "{drawn}");
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
    assert_eq!(auto("tictactoe(4,4,4):"), Outcome::Draw);
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
    let found = answer(&read("hounds:"), &Settings::default()).unwrap();
    assert_eq!((found.outcome, found.remoteness), (Some(Outcome::Left), [Some(23), Some(24)]));
    // Two hounds cannot shut in the hare, and a hunt without end is lost for them.
    let found = answer(&read("hounds:#x..#|x...o|#...#"), &Settings::default()).unwrap();
    assert_eq!(found.outcome, Some(Outcome::Right));
}

/// Where play without end is won, the winner has no number of moves, and the loser's certificate goes round.
#[test]
fn a_robber_who_is_never_caught_wins() {
    let position = read("cops(1):cycle(5);1;3");
    let found = answer(&position, &Settings::default()).unwrap();
    assert_eq!((found.outcome, found.remoteness), (Some(Outcome::Right), [None, None]));
    assert!(found.drawing_moves.is_empty() && !found.winning_moves.is_empty());
    let told: Vec<String> =
        explain(&position, &Settings::default()).unwrap().lines.iter().map(std::string::ToString::to_string).collect();
    assert!(told.iter().any(|line| line.contains("goes round for ever")), "{told:?}");
    let Certificate::Verdict(proof) = prove(&position, &Settings::default()).unwrap() else { panic!("{position}") };
    assert!(proof.claims.iter().any(|(_, bound, _)| *bound == Bound::Ever));
    assert!(proof.claims.iter().all(|(_, bound, _)| bound.is_loss()));
    let misere = answer(&position, &settings(Play::Misere, Method::Auto)).unwrap();
    assert_eq!(misere.outcome, Some(Outcome::Left));
}

/// Each rule of movement, as a search written apart in another language found it.
#[test]
fn moving_noughts_and_crosses() {
    for (rule, outcome) in [
        ("straight", Outcome::Draw),
        ("straight,diagonals", Outcome::First),
        ("lines", Outcome::Draw),
        ("tapatan", Outcome::First),
        ("nineholes", Outcome::Draw),
        ("free", Outcome::Draw),
    ] {
        let position = read(&format!("morris({rule}):"));
        let found = answer(&position, &Settings::default()).unwrap();
        assert_eq!(found.outcome, Some(outcome), "{rule}");
        let best: Vec<&str> = found.winning_moves.iter().map(|one| one.label.as_str()).collect();
        let expected: &[&str] = if outcome == Outcome::First { &["x b2", "o b2"] } else { &[] };
        assert_eq!(best, expected, "{rule}");
        assert!(outcome == Outcome::Draw || found.remoteness == [Some(9), Some(9)], "{rule}");
    }
}

/// Rules and brute force written apart in another language, from the start of each game.
#[test]
fn another_language_finds_the_same() {
    let texts = [
        "tictactoe:",
        "wildtictactoe:",
        "tictactoe(2,4,3):",
        "morris:",
        "morris(straight,diagonals):",
        "morris(lines):",
        "morris(tapatan):",
        "morris(nineholes):",
        "morris(free):",
        "hounds:",
        "hounds:#x..#|x...o|#...#",
        "cops(1):cycle(4)",
        "cops(2):petersen",
        "cops(1):path(6)",
        "digraph:1>2,2>1,2>3,3>4@1",
    ];
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/checker/brute.py");
    let ran = std::process::Command::new("python3").arg("-B").arg(script).args(texts).output();
    let ran = ran.expect("python3 is needed for the second brute force");
    let told = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(told.lines().count(), texts.len(), "{}", String::from_utf8_lossy(&ran.stderr));
    for line in told.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        let position = read(words[0]);
        let verdicts = Verdicts::new(&position, &Settings::default()).unwrap();
        for (player, expected) in Player::BOTH.into_iter().zip(&words[1..]) {
            let verdict = verdicts.verdict(&position, player).unwrap();
            let found = match (grundy_solve::achieved(verdict), verdict.remoteness()) {
                (Achieved::Draw, _) => "draw".to_owned(),
                (achieved, Some(moves)) => format!("{achieved} {moves}"),
                (achieved, None) => format!("{achieved} for ever"),
            };
            assert_eq!(found, *expected, "{position} {player}");
        }
    }
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
        ("cube", 2),
        ("grid(5,5)", 2),
        ("dodecahedron", 3),
    ] {
        for cops in 1..=number {
            let expected = if cops < number { Outcome::Right } else { Outcome::Left };
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
