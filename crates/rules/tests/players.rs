//! Games of three and more players: who wins when each of them starts, against a brute force written apart.

use grundy_game::{NoFiles, Play};
use grundy_games::Catalogue;
use grundy_rules::RulesFile;
use grundy_solve::{Settings, Stop, answer, moves, prove, winners};
use std::collections::{BTreeSet, HashMap};

const NIM: &str = include_str!("../../../rules/three_player_nim.py");

fn catalogue(source: &str) -> Catalogue {
    Catalogue::standard().with(RulesFile::read("own", source).unwrap_or_else(|mistake| panic!("{mistake}")))
}

/// The winners for each starter, as the solver tells them.
fn told(catalogue: &Catalogue, text: &str) -> Vec<Vec<Vec<usize>>> {
    let position = catalogue.parse(text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
    let found = winners(&position, &Settings::default()).unwrap_or_else(|stop| panic!("{text}: {stop}"));
    found.starts.into_iter().map(|start| start.results).collect()
}

/// Who may take the last object of some heaps, counted from the player about to move: Propp's types, by nothing but the rules.
fn last_takers(heaps: &[u64], players: usize, known: &mut HashMap<Vec<u64>, BTreeSet<usize>>) -> BTreeSet<usize> {
    let mut heaps = heaps.to_vec();
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    if heaps.is_empty() {
        return BTreeSet::from([players - 1]);
    }
    if let Some(found) = known.get(&heaps) {
        return found.clone();
    }
    let mut options = Vec::new();
    for at in 0..heaps.len() {
        for left in 0..heaps[at] {
            let mut after = heaps.clone();
            after[at] = left;
            let later = last_takers(&after, players, known);
            options.push(later.iter().map(|player| (player + 1) % players).collect::<BTreeSet<usize>>());
        }
    }
    let found = if options.iter().any(|option| *option == BTreeSet::from([0])) {
        BTreeSet::from([0])
    } else {
        options.into_iter().flatten().collect()
    };
    known.insert(heaps, found.clone());
    found
}

#[test]
fn nim_for_three_four_and_five() {
    for players in [3, 4, 5] {
        let catalogue = catalogue(&NIM.replace("players = 3", &format!("players = {players}")));
        let mut known = HashMap::new();
        for a in 0..5u64 {
            for b in a..5 {
                for c in b..4 {
                    let found = told(&catalogue, &format!("own:{a},{b},{c}"));
                    let expected = last_takers(&[a, b, c], players, &mut known);
                    for (starter, results) in found.iter().enumerate() {
                        let seen: BTreeSet<usize> =
                            results.iter().map(|result| (result[0] - 1 + players - starter) % players).collect();
                        assert_eq!(seen, expected, "{players} players, {a},{b},{c}, player {} starts", starter + 1);
                    }
                }
            }
        }
    }
}

#[test]
fn who_starts_is_part_of_the_notation() {
    let catalogue = catalogue(NIM);
    assert_eq!(told(&catalogue, "own:1,1"), [[[2]], [[3]], [[1]]]);
    // Whoever is about to move, each starter is asked about.
    assert_eq!(told(&catalogue, "own:1,1@3"), [[[2]], [[3]], [[1]]]);
    // A heap of two beside one of two: the mover cannot win, and whoever cannot win chooses who does.
    assert!(told(&catalogue, "own:2,2")[0].len() > 1);
    for text in ["own:1,1@2", "own:3@3"] {
        assert_eq!(catalogue.parse(text, &NoFiles).unwrap().to_string(), text);
    }
    assert_eq!(catalogue.parse("own:1,1@1", &NoFiles).unwrap().to_string(), "own:1,1");
    for text in ["own:1,1@4", "own:1,1@0", "own:@2", "own:1,1@two"] {
        assert!(catalogue.parse(text, &NoFiles).is_err(), "{text}");
    }
}

/// Each in turn adds 1 or 2; whoever reaches the number wins, or two win, or nobody does, as the file says.
#[test]
fn results_of_functions() {
    let race = |result: &str| {
        let source = format!(
            "players = 3\ndef moves(n, player):\n    return [n + 1, n + 2] if n < 7 else []\ndef result(n, player):\n    if n >= 7:\n        return {result}\n    return None\n"
        );
        catalogue(&source)
    };
    // The last to move wins either way.
    let before = race("(player + 1) % 3 + 1");
    let plain = catalogue("players = 3\nstate = 'n'\nboth = ['n + 1 where n < 7', 'n + 2 where n < 7']");
    for n in 0..8 {
        let text = format!("own:{n}");
        assert_eq!(told(&before, &text), told(&plain, &text), "{n}");
    }
    // Nobody wins, or all but the one about to move.
    assert_eq!(told(&race("'draw'"), "own:7"), vec![vec![Vec::<usize>::new()]; 3]);
    assert_eq!(told(&race("'lose'"), "own:7"), [[[2, 3]], [[1, 3]], [[1, 2]]]);
    assert_eq!(told(&race("'win'"), "own:7"), [[[1]], [[2]], [[3]]]);
    assert_eq!(told(&race("(1, 3)"), "own:7"), [[[1, 3]], [[1, 3]], [[1, 3]]]);
    // What is no result is told with its place and position.
    let wrong = race("'left'");
    let error = wrong.parse("own:7", &NoFiles).unwrap_err();
    assert!(error.render().contains("own:"), "{}", error.render());
}

/// Moves may depend on who is about to move.
#[test]
fn players_with_moves_of_their_own() {
    let catalogue =
        catalogue("players = 3\ndef moves(n, player):\n    return [n - k for k in range(1, player + 1) if k <= n]\n");
    // Player 1 takes one, then player 2 has one or two to take: with two left player 2 takes both.
    assert_eq!(told(&catalogue, "own:3")[0], [[2]]);
    // Player 3 takes all three.
    assert_eq!(told(&catalogue, "own:3")[2], [[3]]);
}

#[test]
fn what_is_for_two_players_is_refused_with_a_reason() {
    let catalogue = catalogue(NIM);
    let settings = Settings::default();
    let position = catalogue.parse("own:2,2", &NoFiles).unwrap();
    let refused = |stop: Option<Stop>| assert!(matches!(stop, Some(Stop::Unsuitable(_))), "{stop:?}");
    refused(answer(&position, &settings).err());
    refused(moves(&position, &settings).err());
    refused(prove(&position, &settings).err());
    refused(grundy_solve::nimber(&position, &settings).err());
    refused(position.parts()[0].states(true, true, &settings).err());
    refused(grundy_solve::StateMap::explore(&position, 100, &settings).err());
    refused(grundy_solve::explain(&position, &settings).err());
    refused(winners(&position, &Settings { play: Play::Misere, ..Settings::default() }).err());
    let sum = catalogue.parse("own:2,2 + nim:1", &NoFiles).unwrap();
    refused(answer(&sum, &settings).err());
    refused(winners(&sum, &settings).err());
    for (source, line, column) in [
        ("players = 1\nstate = 'n'\nboth = ['n - 1 where n > 0']", 1, 11),
        ("players = 9\nstate = 'n'\nboth = ['n - 1 where n > 0']", 1, 11),
        ("players = '3'\nstate = 'n'\nboth = ['n - 1 where n > 0']", 1, 11),
        ("players = 3\nstate = 'n'\nleft = ['n - 1 where n > 0']", 3, 8),
        ("players = 3\nboard, cells = 'strip', '. x'\nboth = ['. -> x']", 2, 16),
        ("players = 3\nendless = 'draw'\nstate = 'n'\nboth = ['n - 1 where n > 0']", 2, 11),
    ] {
        let mistake = RulesFile::read("own", source).unwrap_err();
        assert_eq!((mistake.place.line, mistake.place.column), (line, column), "{mistake}");
    }
}
