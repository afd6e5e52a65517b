//! Positions of functions are written so that they are read back: strings that look like numbers or like nothing, sets, tuples.

use grundy_game::{NoFiles, Player};
use grundy_games::Catalogue;
use grundy_rules::RulesFile;

/// Every position below `start` is read back as itself.
fn read_back(source: &str, start: &str) -> usize {
    let catalogue = Catalogue::standard().with(RulesFile::read("own", source).unwrap());
    let position = catalogue.parse(start, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
    let mut open = vec![position.parts()[0].duplicate()];
    let mut count = 0;
    while let Some(subject) = open.pop() {
        let text = subject.text();
        let again = catalogue.parse(&text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
        assert_eq!(again.to_string(), text);
        let moves = |subject: &dyn grundy_solve::Subject| -> Vec<String> {
            subject.moves(Player::Left).unwrap().iter().map(|found| found.to.text()).collect()
        };
        assert_eq!(moves(&*again.parts()[0]), moves(&*subject), "{text}");
        open.extend(subject.moves(Player::Left).unwrap().into_iter().map(|found| found.to));
        count += 1;
    }
    count
}

#[test]
fn what_is_written_is_read_back() {
    let ends = "def moves(w):\n    return [w[1:], w[:-1]] if w else []\n";
    assert!(read_back(ends, "own:'1101'") > 5);
    assert!(read_back(ends, "own:abc") > 5);
    let sets = "def moves(s):\n    return [s - frozenset([x]) for x in s]\n";
    assert_eq!(read_back(sets, "own:{1,2,3}"), 16);
    let nested = "def moves(p):\n    n, w = p\n    return [(n - 1, w), (n - 1, w[1:])] if n else []\n";
    assert!(read_back(nested, "own:(3,'12')") > 3);
}

#[test]
fn no_heap_is_less_than_nothing() {
    let catalogue = Catalogue::standard()
        .with(RulesFile::read("own", "state = 'heaps of n'\nboth = ['n - 1 where n > 0']").unwrap())
        .with(RulesFile::read("number", "state = 'n'\nboth = ['n - 1 where n > 0']").unwrap());
    for heaps in ["-4", "3,-1", "-99999999999999999999"] {
        assert!(catalogue.parse(&format!("own:{heaps}"), &NoFiles).is_err(), "{heaps}");
    }
    assert!(catalogue.parse("own:4,0", &NoFiles).is_ok());
    assert!(catalogue.parse("number:-4", &NoFiles).is_ok());
}
