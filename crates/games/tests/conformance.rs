//! Every game of the catalogue passes the same suite, so a new game is tested by being listed.
//!
//! The brute force here shares nothing with the solvers: it walks the object-safe face, one move at a time.

use grundy_budget::{Budget, Limits};
use grundy_game::{Kind, NoFiles, Outcome, Play, Player, Theorem};
use grundy_games::{Entry, entries, parse};
use grundy_solve::{Method, Move, Position, Settings, Stop, Subject, Worth, answer};
use grundy_value::{Store, Value};
use std::collections::{BTreeSet, HashMap};

/// Memo by notation: positions that print alike are alike.
#[derive(Default)]
struct BruteForce {
    nimbers: HashMap<String, u64>,
    wins: HashMap<(String, Player, Play), bool>,
    values: HashMap<String, Value>,
    store: Store,
}

impl BruteForce {
    fn nimber(&mut self, subject: &dyn Subject) -> u64 {
        let text = subject.text();
        if let Some(&known) = self.nimbers.get(&text) {
            return known;
        }
        let options: BTreeSet<u64> =
            subject.moves(Player::Left).unwrap().iter().map(|found| self.nimber(&*found.to)).collect();
        let mex = (0..=options.len() as u64).find(|candidate| !options.contains(candidate)).unwrap();
        self.nimbers.insert(text, mex);
        mex
    }

    fn wins(&mut self, subject: &dyn Subject, player: Player, play: Play) -> bool {
        let key = (subject.text(), player, play);
        if let Some(&known) = self.wins.get(&key) {
            return known;
        }
        let moves = subject.moves(player).unwrap();
        let wins = if moves.is_empty() {
            play == Play::Misere
        } else {
            moves.iter().any(|found| !self.wins(&*found.to, player.other(), play))
        };
        self.wins.insert(key, wins);
        wins
    }

    /// The canonical form of the whole tree, without components or symmetry.
    fn value(&mut self, subject: &dyn Subject) -> Value {
        let text = subject.text();
        if let Some(&known) = self.values.get(&text) {
            return known;
        }
        let [left, right] = Player::BOTH.map(|player| {
            subject.moves(player).unwrap().iter().map(|found| self.value(&*found.to)).collect::<Vec<_>>()
        });
        let value = self.store.form(&left, &right).unwrap();
        self.values.insert(text, value);
        value
    }

    fn printed_value(&mut self, subject: &dyn Subject) -> String {
        let value = self.value(subject);
        self.store.print(value).unwrap()
    }

    fn outcome(&mut self, subject: &dyn Subject, play: Play) -> Outcome {
        Outcome::from_starts(self.wins(subject, Player::Left, play), self.wins(subject, Player::Right, play))
    }
}

/// The small positions in which every play ends and whoever cannot move has lost or won; `draws.rs` is about the others.
fn decided_positions(entry: &Entry) -> Vec<Box<dyn Subject>> {
    small_positions(entry).into_iter().filter(|subject| subject.ends() && !subject.declares()).collect()
}

fn small_positions(entry: &Entry) -> Vec<Box<dyn Subject>> {
    let texts = (entry.small)();
    assert!(!texts.is_empty(), "{} lists no small positions", entry.info.name);
    texts.iter().map(|text| only(text)).collect()
}

fn only(text: &str) -> Box<dyn Subject> {
    let position = parse(text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
    assert_eq!(position.parts().len(), 1, "{text}");
    position.parts()[0].clone()
}

fn settings(play: Play, method: Method) -> Settings {
    Settings { play, method, ..Settings::default() }
}

#[test]
fn notation_round_trips() {
    for entry in entries() {
        let examples = entry.info.examples.iter().filter(|text| !text.contains('@')).map(|text| (*text).to_owned());
        for text in examples.chain((entry.small)()) {
            let position = parse(&text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
            let printed = position.to_string();
            let again = parse(&printed, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
            assert_eq!(printed, again.to_string(), "{text}");
            for (a, b) in position.parts().iter().zip(again.parts()) {
                assert!(a.same(&**b), "{text} and {printed} differ");
            }
        }
    }
}

/// A drawing written back is the same position with its vertices named anew.
#[test]
fn sketches_are_written_back() {
    let mut sketched = BTreeSet::new();
    for entry in entries() {
        let mut brute = BruteForce::default();
        let examples = entry.info.examples.iter().filter(|text| !text.contains('@')).map(|text| only(text));
        for (small, subject) in
            small_positions(entry).into_iter().map(|s| (true, s)).chain(examples.map(|s| (false, s)))
        {
            let Some(sketch) = subject.sketch().filter(|sketch| !sketch.written().is_empty()) else { continue };
            let again = only(&format!("{}:{}", entry.info.name, sketch.written()));
            for player in Player::BOTH {
                let [before, after] = [&subject, &again].map(|subject| subject.moves(player).unwrap().len());
                assert_eq!(before, after, "{} as {}", subject.text(), again.text());
            }
            if small && subject.ends() && !subject.declares() {
                assert_eq!(brute.printed_value(&*subject), brute.printed_value(&*again), "{}", subject.text());
            }
            sketched.insert(entry.info.name);
        }
    }
    assert!(sketched.contains("hackenbush") && sketched.contains("poset"), "{sketched:?}");
}

#[test]
fn moves_are_named_apart_and_lead_elsewhere() {
    for entry in entries() {
        for subject in small_positions(entry) {
            for player in Player::BOTH {
                let moves = subject.moves(player).unwrap();
                let labels: BTreeSet<&str> = moves.iter().map(|found| found.label.as_str()).collect();
                assert_eq!(labels.len(), moves.len(), "{}: labels repeat", subject.text());
                for found in &moves {
                    assert!(!subject.ends() || !found.to.same(&*subject), "{} repeats itself", subject.text());
                    let again = parse(&found.to.text(), &NoFiles);
                    assert!(again.is_ok(), "{} cannot be read", found.to.text());
                }
                assert!(subject.move_count().is_none_or(|count| count >= moves.len() as u64), "{}", subject.text());
            }
        }
    }
}

#[test]
fn impartial_games_give_both_players_the_same_moves() {
    for entry in entries() {
        for subject in small_positions(entry).iter().filter(|subject| subject.kind() == Kind::Impartial) {
            assert_eq!(subject.moves(Player::Left).unwrap(), subject.moves(Player::Right).unwrap());
        }
    }
}

#[test]
fn parts_add_up() {
    for entry in entries() {
        let mut brute = BruteForce::default();
        for subject in decided_positions(entry).iter().filter(|subject| subject.kind() == Kind::Impartial) {
            let sum = subject.split().iter().fold(0, |sum, part| sum ^ brute.nimber(&**part));
            assert_eq!(sum, brute.nimber(&**subject), "{}", subject.text());
            let canonical = subject.canonical();
            assert_eq!(brute.nimber(&*canonical), brute.nimber(&**subject), "{}", subject.text());
            assert_eq!(
                brute.wins(&*canonical, Player::Left, Play::Misere),
                brute.wins(&**subject, Player::Left, Play::Misere)
            );
        }
    }
}

#[test]
fn values_of_parts_and_images_add_up() {
    for entry in entries() {
        let mut brute = BruteForce::default();
        for subject in decided_positions(entry).iter().filter(|subject| subject.kind() == Kind::Partisan) {
            let text = subject.text();
            let value = brute.value(&**subject);
            let parts: Vec<Value> = subject.split().iter().map(|part| brute.value(&**part)).collect();
            assert_eq!(brute.store.sum_all(parts).unwrap(), value, "parts of {text}");
            assert_eq!(brute.value(&*subject.canonical()), value, "image of {text}");
            let (image, negative) = subject.canonical_up_to_sign();
            let image_value = brute.value(&*image);
            let expected = if negative { brute.store.negative(value).unwrap() } else { value };
            assert_eq!(image_value, expected, "image of {text} up to sign: {}", image.text());
            if let Some(swapped) = subject.negative() {
                let expected = brute.store.negative(value).unwrap();
                assert_eq!(brute.value(&*swapped), expected, "{text} with players swapped: {}", swapped.text());
            } else {
                // The players of Partizan Euclid divide differently: no position is another with the players swapped.
                assert_eq!(subject.page().name, "peuclid", "{text} has no negative");
            }
            if let Some(closed) = subject.closed_value(&mut brute.store).unwrap() {
                assert_eq!(closed, value, "closed form of {text}");
            }
            for play in [Play::Normal, Play::Misere] {
                assert_eq!(brute.outcome(&*subject.canonical(), play), brute.outcome(&**subject, play), "{text}");
            }
        }
    }
}

fn check_theorem(subject: &dyn Subject, theorem: &Theorem<Move>, play: Play, brute: &mut BruteForce) {
    let text = subject.text();
    if let grundy_game::Known::Nimber(nimber) = theorem.known {
        assert_eq!(play, Play::Normal, "{text}: nimbers are for normal play");
        assert_eq!(nimber, brute.nimber(subject), "{text}: {}", theorem.reason);
    }
    assert_eq!(theorem.known.outcome(), brute.outcome(subject, play), "{text} {play}: {}", theorem.reason);
    if let Some(winning) = &theorem.winning {
        let listed: BTreeSet<&str> = winning.iter().map(|found| found.label.as_str()).collect();
        let moves = subject.moves(Player::Left).unwrap();
        let expected: BTreeSet<&str> = moves
            .iter()
            .filter(|found| !brute.wins(&*found.to, Player::Right, play))
            .map(|found| found.label.as_str())
            .collect();
        assert_eq!(listed, expected, "{text} {play}: {}", theorem.reason);
    }
}

#[test]
fn theorems_agree_with_brute_force() {
    for entry in entries() {
        let mut brute = BruteForce::default();
        for subject in decided_positions(entry) {
            for play in [Play::Normal, Play::Misere] {
                if let Some(theorem) = subject.theorem(play) {
                    check_theorem(&*subject, &theorem, play, &mut brute);
                }
            }
        }
    }
}

#[test]
fn every_method_agrees_with_brute_force() {
    let methods = [Method::Auto, Method::Theorem, Method::Kernel, Method::Search, Method::Value, Method::Recursion];
    for entry in entries() {
        let mut brute = BruteForce::default();
        for (index, subject) in decided_positions(entry).into_iter().enumerate() {
            let position = Position::new(vec![subject.clone()]);
            for play in [Play::Normal, Play::Misere] {
                for method in methods {
                    if method == Method::Recursion && index % 7 != 0 {
                        continue;
                    }
                    check_answer(&position, &*subject, &settings(play, method), &mut brute);
                }
            }
        }
    }
}

fn check_answer(position: &Position, subject: &dyn Subject, settings: &Settings, brute: &mut BruteForce) {
    let context = format!("{position} {} by {}", settings.play, settings.method);
    let budget = Budget::new(Limits { positions: Some(2_000_000), ..Limits::default() });
    let settings = Settings { budget, ..settings.clone() };
    let answer = match answer(position, &settings) {
        Ok(answer) => answer,
        Err(Stop::NoTheorem(_) | Stop::Unsuitable(_)) => return,
        Err(stop) => panic!("{context}: {stop}"),
    };
    if settings.method == Method::Recursion && answer.stopped.is_some() {
        return;
    }
    assert_eq!(answer.outcome, Some(brute.outcome(subject, settings.play)), "{context}");
    assert!(answer.complete, "{context}: {:?}", answer.stopped);
    if let (Some(value), Play::Normal) = (&answer.value, settings.play) {
        let expected = match subject.kind() {
            Kind::Partisan => brute.printed_value(subject),
            Kind::Impartial => Worth::Nimber(brute.nimber(subject)).to_string(),
        };
        assert_eq!(value.to_string(), expected, "{context}");
    }
    let partisan = subject.kind() == Kind::Partisan;
    let players: &[Player] = if partisan { &Player::BOTH } else { &[Player::Left] };
    for &player in players {
        let mut listed: Vec<&str> = answer
            .winning_moves
            .iter()
            .filter(|found| found.player == partisan.then_some(player))
            .map(|found| found.label.as_str())
            .collect();
        let moves = subject.moves(player).unwrap();
        let mut expected: Vec<&str> = moves
            .iter()
            .filter(|found| !brute.wins(&*found.to, player.other(), settings.play))
            .map(|found| found.label.as_str())
            .collect();
        listed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(listed, expected, "{context} {player}");
    }
}

/// Sums of two or three small positions of any games, one of them partisan: every method finds the outcome of the sum of
/// the values.
#[test]
fn sums_of_partisan_games_follow_the_values() {
    let mut brute = BruteForce::default();
    let games: Vec<Vec<Box<dyn Subject>>> = entries().iter().map(decided_positions).collect();
    let partisan: Vec<usize> =
        (0..games.len()).filter(|&game| games[game].iter().any(|s| s.kind() == Kind::Partisan)).collect();
    let filled: Vec<usize> = (0..games.len()).filter(|&game| !games[game].is_empty()).collect();
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for round in 0..400 {
        let mut parts = Vec::new();
        for index in 0..2 + round % 2 {
            let game = if index == 0 { partisan[random(partisan.len())] } else { filled[random(filled.len())] };
            parts.push(games[game][random(games[game].len())].clone());
        }
        let position = Position::new(parts);
        if position.kind() == Kind::Impartial {
            continue;
        }
        let values: Vec<Value> = position.parts().iter().map(|part| brute.value(&**part)).collect();
        let total = brute.store.sum_all(values).unwrap();
        let expected = brute.store.outcome(total);
        let printed = brute.store.print(total).unwrap();
        for method in [Method::Auto, Method::Value, Method::Search] {
            let answer = answer(&position, &settings(Play::Normal, method)).unwrap();
            let outcome = answer.outcome.unwrap().to_string();
            assert_eq!(outcome, expected.name(), "{position} by {method}");
            assert!(answer.value_text().is_none_or(|value| value == printed), "{position} by {method}");
        }
    }
}

#[test]
fn sums_of_different_games_follow_the_nim_sum() {
    let mut brute = BruteForce::default();
    let pick = |entry: &Entry| {
        decided_positions(entry).into_iter().filter(|s| s.kind() == Kind::Impartial).collect::<Vec<_>>()
    };
    let games: Vec<Vec<Box<dyn Subject>>> = entries().iter().map(pick).filter(|list| !list.is_empty()).collect();
    for (i, a_list) in games.iter().enumerate() {
        for b_list in &games[i..] {
            for step in 0..12 {
                let a = &a_list[step * 7 % a_list.len()];
                let b = &b_list[step * 13 % b_list.len()];
                let position = Position::new(vec![a.clone(), b.clone()]);
                let answer = answer(&position, &settings(Play::Normal, Method::Auto)).unwrap();
                let total = brute.nimber(&**a) ^ brute.nimber(&**b);
                assert_eq!(
                    answer.outcome,
                    Some(if total == 0 { Outcome::Second } else { Outcome::First }),
                    "{position}"
                );
                assert_eq!(answer.value, Some(Worth::Nimber(total)), "{position}");
            }
        }
    }
}

/// A sum played out move by move, without any theory.
fn sum_wins(parts: &[Box<dyn Subject>], play: Play, memo: &mut HashMap<(String, Play), bool>) -> bool {
    let key = (Position::new(parts.to_vec()).to_string(), play);
    if let Some(&known) = memo.get(&key) {
        return known;
    }
    let mut any = false;
    let mut wins = false;
    for (index, part) in parts.iter().enumerate() {
        for found in part.moves(Player::Left).unwrap() {
            any = true;
            if !wins {
                let mut after = parts.to_vec();
                after[index] = found.to;
                wins = !sum_wins(&after, play, memo);
            }
        }
    }
    let result = if any { wins } else { play == Play::Misere };
    memo.insert(key, result);
    result
}

#[test]
fn sums_are_decided_under_both_play_rules() {
    for (a, b) in
        [("nim:1,2", "coins(2):4"), ("wythoff:1,2", "nim:2"), ("coins(3):5", "wythoff:2,2"), ("nim:1,1", "nim:1")]
    {
        let parts = vec![only(a), only(b)];
        let mut memo = HashMap::new();
        for play in [Play::Normal, Play::Misere] {
            let expected = if sum_wins(&parts, play, &mut memo) { Outcome::First } else { Outcome::Second };
            for method in [Method::Auto, Method::Search, Method::Recursion] {
                let answer = answer(&Position::new(parts.clone()), &settings(play, method)).unwrap();
                assert_eq!(answer.outcome, Some(expected), "{a} + {b} {play} {method}");
            }
        }
    }
}

#[test]
fn pictures_carry_legal_moves_and_words() {
    for entry in entries() {
        for subject in small_positions(entry).into_iter().step_by(5) {
            let picture = subject.picture();
            assert!(!picture.title().is_empty() && !picture.description().is_empty(), "{}", subject.text());
            let legal: BTreeSet<String> = Player::BOTH
                .into_iter()
                .flat_map(|player| subject.moves(player).unwrap())
                .map(|found| found.label)
                .collect();
            for label in picture.moves() {
                assert!(legal.contains(label), "{}: `{label}` is not a move", subject.text());
            }
        }
    }
}
