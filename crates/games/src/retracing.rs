//! Numberings of states are checked against the rules: every move forwards is told backwards, and nothing else is.

use grundy_game::{Achieved, Game, Input, NoFiles, Player, Rules, notation};
use std::collections::HashMap;

/// A position of one game.
pub(crate) fn read<G: Game>(source: &str) -> (G, G::Position) {
    let segments = notation::segments(source).expect("a position");
    let [notation::Segment::Position { name: (name, _), arguments, position }] = segments[..] else {
        panic!("one position is expected: {source}");
    };
    G::read(&Input { source, name, arguments, position, files: &NoFiles }).expect("a position of the game")
}

/// Compares everything that can be reached from `start`, whoever starts, with its numbers; returns how many states there are.
pub(crate) fn check<R: Rules>(rules: &R, start: &R::Position) -> usize {
    let numbering = rules.state_numbering(start).expect("a numbering");
    let mut met: HashMap<usize, (R::Position, Player)> = HashMap::new();
    let mut open: Vec<(R::Position, Player)> = Player::BOTH.iter().map(|&player| (start.clone(), player)).collect();
    let mut forwards: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut unnumbered = Vec::new();
    while let Some((position, player)) = open.pop() {
        let Some(number) = numbering.number(&position, player) else {
            if !unnumbered.contains(&(position.clone(), player)) {
                unnumbered.push((position.clone(), player));
                open.extend(options(rules, &position, player));
            }
            continue;
        };
        assert!(number < numbering.count() && numbering.player(number) == player);
        if let Some(known) = met.insert(number, (position.clone(), player)) {
            assert_eq!(known, (position, player), "two states have one number");
            continue;
        }
        let after = options(rules, &position, player);
        assert_eq!(after.len(), numbering.moves(number), "{position:?} {player}");
        if after.is_empty() {
            let ended = rules.ending(&position, player).map_or(Achieved::Loss, |outcome| outcome.achieved(player));
            assert_eq!(numbering.ended(number), ended, "{position:?} {player}");
        }
        for (option, other) in after {
            let to = numbering.number(&option, other).expect("a number after a number");
            forwards.entry(to).or_default().push(number);
            open.push((option, other));
        }
    }
    for (number, state) in &met {
        let mut before = Vec::new();
        numbering.before(*number, &mut before);
        // What cannot be reached from the start may lead here too.
        let mut backwards: Vec<usize> = before.into_iter().filter(|from| met.contains_key(from)).collect();
        // why: nothing leads to a start.
        let mut expected = forwards.get(number).cloned().unwrap_or_default();
        backwards.sort_unstable();
        expected.sort_unstable();
        assert_eq!(backwards, expected, "{state:?}");
    }
    met.len()
}

fn options<R: Rules>(rules: &R, position: &R::Position, player: Player) -> Vec<(R::Position, Player)> {
    let mut moves = Vec::new();
    rules.moves(position, player, &mut moves).expect("few moves");
    let after = |played: &R::Move| {
        let mut option = position.clone();
        rules.play(&mut option, played);
        (option, player.other())
    };
    moves.iter().map(after).collect()
}
