//! Finding plays that never end.

use grundy_game::{Kind, Player, Text};
use grundy_solve::Subject;
use rustc_hash::FxHashMap;

/// Positions looked at before play is taken to end.
const MOST_POSITIONS: usize = 20_000;

/// Longest play that is followed.
const LONGEST: usize = 5_000;

/// Positions of a cycle that are shown.
const SHOWN: usize = 6;

/// Refuses a position from which play can come back to a position it has been at; looks at a bounded number of positions,
/// going deep first, so that a game whose play can go round is found out at once.
pub(crate) fn refuse(start: &dyn Subject) -> Result<(), Text> {
    match find(start) {
        None => Ok(()),
        Some(cycle) => {
            let mut shown: Vec<String> = cycle.iter().take(SHOWN).cloned().collect();
            if cycle.len() > SHOWN {
                shown.push("…".to_owned());
            }
            Err(Text::new("play can go on for ever: {cycle}").with("cycle", shown.join(" → ")))
        }
    }
}

/// A cycle of positions below `start`, if one is found.
pub(crate) fn find(start: &dyn Subject) -> Option<Vec<String>> {
    let players: &[Player] = if start.kind() == Kind::Partisan { &Player::BOTH } else { &[Player::Left] };
    let options = |subject: &dyn Subject| -> Vec<Box<dyn Subject>> {
        // What cannot be listed is told when it is asked for; here it has no options.
        let lists = players.iter().filter_map(|&player| subject.moves(player).ok());
        lists.flatten().map(|found| found.to).collect()
    };
    // Whether a known position is on the present play.
    let mut open: FxHashMap<String, bool> = FxHashMap::default();
    let mut play: Vec<(String, std::vec::IntoIter<Box<dyn Subject>>)> = Vec::new();
    open.insert(start.text(), true);
    play.push((start.text(), options(start).into_iter()));
    while let Some((text, left)) = play.last_mut() {
        let Some(next) = left.next() else {
            open.insert(text.clone(), false);
            play.pop();
            continue;
        };
        let name = next.text();
        match open.get(&name) {
            Some(true) => {
                let from = play.iter().position(|(text, _)| *text == name).unwrap_or(0);
                let mut cycle: Vec<String> = play[from..].iter().map(|(text, _)| text.clone()).collect();
                cycle.push(name);
                return Some(cycle);
            }
            Some(false) => {}
            None => {
                if open.len() >= MOST_POSITIONS || play.len() >= LONGEST {
                    return None;
                }
                open.insert(name.clone(), true);
                let following = options(&*next).into_iter();
                play.push((name, following));
            }
        }
    }
    None
}
