//! Boards that stay put: on the picture of every game each move can be made by clicking, what is left stays where it was under
//! its key, and what a move takes is what is gone after it.

use grundy_draw::{Bounds, Gesture, Picture};
use grundy_game::{Kind, NoFiles, Player};
use grundy_games::entries;
use grundy_solve::{Position, Step};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::catch_unwind;

/// Positions of one game that are tried, besides its examples.
const MOST_POSITIONS: usize = 16;

/// Moves of one position whose options are drawn.
const MOST_OPTIONS: usize = 24;

/// Examples with more moves are not played on pictures.
const MOST_MOVES: usize = 100;

/// Moves of one game that are made.
const LONGEST: usize = 10;

fn players(position: &Position) -> &'static [Player] {
    if position.kind() == Kind::Partisan { &Player::BOTH } else { &[Player::Left] }
}

/// The labels of the moves of a player.
fn legal(position: &Position, player: Player) -> BTreeSet<String> {
    position.moves(player).unwrap().into_iter().map(|found| found.label).collect()
}

fn things(picture: &Picture) -> BTreeMap<String, Bounds> {
    picture.things().into_iter().map(|(key, bounds)| (key.to_owned(), bounds)).collect()
}

/// Checks what can be seen of one position: every move has a path, and no path makes two moves.
fn check_paths(text: &str, now: &Position, picture: &Picture) {
    let mut keys = BTreeSet::new();
    for key in picture.things().into_iter().map(|(key, _)| key).chain(picture.handles()) {
        assert!(keys.insert(key), "{text}: two things are called `{key}`");
    }
    let mut all = BTreeSet::new();
    for &player in players(now) {
        let legal = legal(now, player);
        let mut ways: Vec<&Gesture> =
            picture.gestures().iter().filter(|gesture| legal.contains(&gesture.label)).collect();
        let made: BTreeSet<&String> = ways.iter().map(|gesture| &gesture.label).collect();
        for label in &legal {
            assert!(made.contains(label), "{text}: `{label}` cannot be made on the board");
        }
        for gesture in &ways {
            assert!(!gesture.path.is_empty(), "{text}: `{}` has an empty path", gesture.label);
            for key in &gesture.path {
                assert!(keys.contains(key.as_str()), "{text}: `{}` clicks `{key}`, which is not there", gesture.label);
            }
        }
        ways.sort_by(|a, b| a.path.cmp(&b.path));
        for pair in ways.windows(2) {
            assert!(
                !pair[1].path.starts_with(&pair[0].path),
                "{text}: `{}` by {:?} goes on as `{}` by {:?}",
                pair[0].label,
                pair[0].path,
                pair[1].label,
                pair[1].path
            );
        }
        all.extend(legal);
    }
    for gesture in picture.gestures() {
        assert!(all.contains(&gesture.label), "{text}: `{}` is not a move", gesture.label);
    }
}

/// Checks what a move changes: exactly what it says goes or slides, all else stays where it is.
fn check_change(text: &str, gesture: &Gesture, before: &Picture, after: &Picture) {
    let (old, new) = (things(before), things(after));
    let gone: BTreeSet<&String> = old.keys().filter(|key| !new.contains_key(*key)).collect();
    let taken: BTreeSet<&String> = gesture.takes.iter().collect();
    assert_eq!(gone, taken, "{text}: `{}` by {:?} takes", gesture.label, gesture.path);
    for (key, bounds) in &old {
        let Some(there) = new.get(key) else { continue };
        let slides = gesture.slides.contains(key);
        assert_eq!(
            bounds.is_close_to(there),
            !slides,
            "{text}: after `{}`, `{key}` is at {there:?}, before at {bounds:?}",
            gesture.label
        );
    }
    for key in &gesture.slides {
        assert!(old.contains_key(key) && new.contains_key(key), "{text}: `{key}` slides off the board");
    }
    // Where there are only buttons, the frame need not stay either.
    if !old.is_empty() || !new.is_empty() {
        let (old, new) = (before.bounds(), after.bounds());
        assert!(old.is_close_to(&new), "{text}: after `{}` the frame is {new:?}, before {old:?}", gesture.label);
    }
}

/// The steps that make a gesture, one for each player who has the move.
fn steps_of(now: &Position, gesture: &Gesture) -> Vec<Step> {
    let partisan = now.kind() == Kind::Partisan;
    let has = |player: &&Player| legal(now, **player).contains(&gesture.label);
    let step = |&player: &Player| Step {
        label: gesture.label.clone(),
        player: partisan.then_some(player),
        path: gesture.path.clone(),
    };
    players(now).iter().filter(has).map(step).collect()
}

/// Plays from a position to the end, by a fixed choice of gestures, and checks every board on the way; all moves of the first
/// position are tried.
fn play(text: &str) {
    let start = grundy_games::parse(text, &NoFiles).unwrap();
    let few = |position: &Position| {
        let counts = players(position).iter().map(|&player| position.moves(player).map_or(usize::MAX, |all| all.len()));
        counts.fold(0, usize::saturating_add) <= MOST_MOVES
    };
    if start.parts().iter().any(|part| part.move_count().is_some_and(|count| count > MOST_MOVES as u64)) || !few(&start)
    {
        return;
    }
    let mut steps: Vec<Step> = Vec::new();
    let mut choice = text.len();
    loop {
        let now = start.after(&steps).unwrap();
        let picture = unmarked(&start, &steps);
        let here = format!("{text} after {:?}", steps.iter().map(|step| &step.label).collect::<Vec<_>>());
        check_paths(&here, &now, &picture);
        let gestures = picture.gestures();
        if gestures.is_empty() || steps.len() == LONGEST {
            break;
        }
        let tried: Vec<usize> = if steps.is_empty() {
            (0..gestures.len()).step_by(gestures.len().div_ceil(MOST_OPTIONS)).collect()
        } else {
            vec![choice % gestures.len()]
        };
        for at in tried {
            for step in steps_of(&now, &gestures[at]).into_iter().take(1) {
                steps.push(step);
                check_change(&here, &gestures[at], &picture, &unmarked(&start, &steps));
                steps.pop();
            }
        }
        let chosen = &gestures[choice % gestures.len()];
        steps.extend(steps_of(&now, chosen).into_iter().next());
        choice = choice.wrapping_mul(31).wrapping_add(7);
    }
    let Some(last) = steps.len().checked_sub(1) else { return };
    let drawn = start.picture_after(&steps).unwrap().to_fragment();
    let marked = drawn.contains("class=\"ghost\"") || drawn.contains(" last\"");
    let (old, new) = (things(&unmarked(&start, &steps[..last])), things(&unmarked(&start, &steps)));
    assert_eq!(marked, old != new, "{text}: the last move is marked where it changed something");
}

/// The picture without the marks of the last move.
fn unmarked(start: &Position, steps: &[Step]) -> Picture {
    match start.parts() {
        [only] => only.picture_after(steps).unwrap(),
        _ => start.picture_after(steps).unwrap(),
    }
}

#[test]
fn every_move_can_be_made_on_the_board_and_all_else_stays() {
    let mut failed = Vec::new();
    for entry in entries() {
        let small = (entry.small)();
        let step = small.len().div_ceil(MOST_POSITIONS).max(1);
        let examples = entry.info.examples.iter().map(|&text| text.to_owned());
        let files = |text: &String| !text.contains('@') || text.contains(">");
        for text in small.iter().rev().step_by(step).cloned().chain(examples).filter(files) {
            if grundy_games::parse(&text, &NoFiles).is_ok() && catch_unwind(|| play(&text)).is_err() {
                failed.push(text);
            }
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn boards_of_sums_stay_too() {
    play("nim:2,1 + octal(0.77):5 + nim:3");
    play("hackenbush:(l(r;r);le) + amazons:x..|..o");
}

/// Which of two equal things was meant is told by where the click was.
#[test]
fn clicks_tell_equal_things_apart() {
    let start = grundy_games::parse("octal(0.77):5", &NoFiles).unwrap();
    let keys = |path: &[&str]| {
        let step = Step {
            label: "take 1 from heap 1".to_owned(),
            player: None,
            path: path.iter().map(|&key| key.to_owned()).collect(),
        };
        let picture = start.parts()[0].picture_after(&[step]).unwrap();
        picture.things().into_iter().map(|(key, _)| key.to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(keys(&["1.5", "1.5"]), "1.1 1.2 1.3 1.4");
    assert_eq!(keys(&["1.1", "1.1"]), "1.2 1.3 1.4 1.5");
    assert_eq!(keys(&[]), "1.1 1.2 1.3 1.4");
}

#[test]
fn a_step_that_is_no_move_is_refused() {
    let start = grundy_games::parse("nim:3", &NoFiles).unwrap();
    let error = start.after(&[Step::new("take 4 from heap 1", None)]).unwrap_err();
    assert_eq!(error.text().to_string(), "nim:3 has no move called `take 4 from heap 1`");
}
