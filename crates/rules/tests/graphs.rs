//! Rules about graphs: compiled and interpreted they are the same games, and positions are read back as they are written.

use grundy_game::{NoFiles, Player};
use grundy_games::Catalogue;
use grundy_rules::RulesFile;
use grundy_solve::Subject;
use grundy_value::{Store, Value};
use std::collections::{HashMap, HashSet};

const RULES: &[&str] = &[
    "both = ['take v']",
    "both = ['take v with neighbours']",
    "both = ['take v and above']",
    "both = ['take v and above', 'take v']",
    "both = ['take edge with ends']",
    "both = ['cut edge']",
    "both = ['take v', 'cut edge']",
    "both = ['take v with neighbours', 'cut edge']",
    "left = ['take edge with ends', 'cut edge']\nright = ['take v']",
    "left = ['cut edge']\nright = ['cut edge', 'take v and above']",
    "left = ['cut edge']\nright = ['cut R edge', 'take v']",
    "both = ['cut edge and what falls']",
    "left = ['cut L edge']\nright = ['cut R edge', 'take v']",
    "left = ['cut L edge', 'cut G edge']\nright = ['cut R edge and what falls']",
    "left = ['cut L edge and what falls']\nright = ['cut R edge and what falls']",
    "left = ['colour v L where no neighbour is L']\nright = ['colour v R where no neighbour is R']",
    "left = ['colour v L where no neighbour is R']\nright = ['colour v R where no neighbour is L']",
    "left = ['colour v L', 'colour v G where no neighbour is L']\nright = ['colour v R where no neighbour is G', 'colour v G']",
    "left = ['colour v L where no neighbour is R', 'colour v L where no neighbour is L']\nright = ['colour v R']",
    "left = ['colour v L']\nright = ['take v with neighbours']",
    "both = ['colour v G where no neighbour is G']",
    "both = ['walk']",
    "left = ['walk']\nright = ['walk', 'cut R edge']",
];

/// A function that nothing calls keeps rules from being compiled.
const INTERPRETED: &str = "\ndef unused():\n    return 0\n";

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// A small graph with coloured edges, now and then with marks; everything hangs on vertex 0.
fn graph(random: &mut Random) -> String {
    let order = 2 + random.below(3);
    let mut parts: Vec<String> = Vec::new();
    let sign = |random: &mut Random| ["", "L", "R", "G"][random.below(4)];
    for v in 1..order {
        parts.push(format!("{}-{v}{}", random.below(v), sign(random)));
    }
    for _ in 0..random.below(3) {
        let (a, b) = (random.below(order), random.below(order));
        if a != b {
            parts.push(format!("{a}-{b}{}", sign(random)));
        }
    }
    if random.below(2) == 0 {
        parts.push(format!("{}{}", random.below(order), ["L", "R", "*"][random.below(3)]));
    }
    parts.join(",")
}

fn value(subject: &dyn Subject, store: &mut Store, known: &mut HashMap<String, Value>) -> Value {
    let text = subject.text();
    if let Some(&found) = known.get(&text) {
        return found;
    }
    let options = Player::BOTH.map(|player| {
        let moves = subject.moves(player).unwrap();
        moves.iter().map(|found| value(&*found.to, store, known)).collect::<Vec<_>>()
    });
    let found = store.form(&options[0], &options[1]).unwrap();
    known.insert(text, found);
    found
}

#[test]
fn compiled_and_interpreted_rules_are_the_same_games() {
    let mut random = Random(4);
    for rules in RULES {
        let source = format!("board = 'graph'\n{rules}\n");
        let catalogue = Catalogue::standard()
            .with(RulesFile::read("quick", &source).unwrap())
            .with(RulesFile::read("slow", &format!("{source}{INTERPRETED}")).unwrap());
        let mut store = Store::default();
        let (mut quick, mut slow) = (HashMap::new(), HashMap::new());
        for _ in 0..25 {
            let text = graph(&mut random);
            let read = |name: &str| {
                let position = catalogue.parse(&format!("{name}:{text}"), &NoFiles);
                position.unwrap_or_else(|error| panic!("{rules}: {}", error.render()))
            };
            let (a, b) = (read("quick"), read("slow"));
            let (a, b) = (&*a.parts()[0], &*b.parts()[0]);
            let found = value(a, &mut store, &mut quick);
            assert_eq!(found, value(b, &mut store, &mut slow), "{rules}: {text}");
            // Parts add up, images and negatives are what they say.
            let parts: Vec<_> = a.split().iter().map(|part| value(&**part, &mut store, &mut quick)).collect();
            assert_eq!(store.sum_all(parts).unwrap(), found, "{rules}: parts of {text}");
            assert_eq!(value(&*a.canonical(), &mut store, &mut quick), found, "{rules}: image of {text}");
            let (image, turned) = a.canonical_up_to_sign();
            let image = value(&*image, &mut store, &mut quick);
            let image = if turned { store.negative(image).unwrap() } else { image };
            assert_eq!(image, found, "{rules}: image of {text} up to sign");
            let negative = a.negative().unwrap();
            let negative = value(&*negative, &mut store, &mut HashMap::new());
            assert_eq!(store.negative(negative).unwrap(), found, "{rules}: negative of {text}");
        }
    }
}

#[test]
fn positions_are_read_back_as_they_are_written() {
    let mut random = Random(9);
    for rules in RULES {
        let source = format!("board = 'graph'\n{rules}\n");
        let catalogue = Catalogue::standard().with(RulesFile::read("own", &source).unwrap());
        for start in [
            "petersen",
            "path(4)",
            "1-2,2-3L,4",
            "0-1L,0-1R,1-2G",
            "x%40y-b,b-c",
            "1*-2,2-3",
            "EhEG",
            "3-a,a-b,b-3",
            "16-7",
        ] {
            let mut position = catalogue.parse(&format!("own:{start}"), &NoFiles).unwrap();
            assert_eq!(position.to_string(), format!("own:{start}"), "{rules}");
            for step in 0..6 {
                let moves = position.moves(if step % 2 == 0 { Player::Left } else { Player::Right }).unwrap();
                let mut labels: Vec<&str> = moves.iter().map(|found| found.label.as_str()).collect();
                labels.sort_unstable();
                assert!(labels.windows(2).all(|pair| pair[0] != pair[1]), "{rules}: {position}: {labels:?}");
                if moves.is_empty() {
                    break;
                }
                position = moves[random.below(moves.len())].to.clone();
                let text = position.to_string();
                let again = catalogue.parse(&text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
                assert!(again.same(&position), "{rules}: {text} is read as {again}");
                assert!(!position.picture().to_svg().is_empty());
                // So is what stands for all positions like it, and its moves are named apart.
                let image = position.parts()[0].canonical();
                let again =
                    catalogue.parse(&image.text(), &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
                assert!(again.parts()[0].same(&*image), "{rules}: {} is read as {again}", image.text());
                assert!(!image.picture().to_svg().is_empty());
                let moves = Player::BOTH.map(|player| image.moves(player).unwrap());
                for moves in &moves {
                    let labels: HashSet<&str> = moves.iter().map(|found| found.label.as_str()).collect();
                    assert_eq!(labels.len(), moves.len(), "{rules}: {}", image.text());
                }
            }
        }
    }
}

/// A graph of up to six vertices with its vertices called otherwise is the same position where nothing but the graph counts; where colours or
/// directions count, or edges are cut by none, it is not made one.
#[test]
fn isomorphic_graphs_are_one_position_where_names_count_for_nothing() {
    let mut random = Random(21);
    let written = |edges: &[(usize, usize)], names: &[usize]| {
        let edges = edges.iter().map(|&(a, b)| format!("{}-{}", names[a], names[b]));
        edges.chain(names.iter().map(usize::to_string)).collect::<Vec<_>>().join(",")
    };
    for (rules, merged) in [
        ("both = ['take v', 'cut edge']", true),
        ("both = ['cut edge']", true),
        ("left = ['take edge with ends', 'cut edge']\nright = ['take v with neighbours']", true),
        ("both = ['take v', 'cut edge', 'take v and above']", false),
        ("both = ['take v', 'cut L edge']", false),
        ("both = ['take v', 'cut edge and what falls']", false),
        ("left = ['cut edge']\nright = ['colour v R']", false),
    ] {
        let source = format!("board = 'graph'\n{rules}\n");
        let catalogue = Catalogue::standard().with(RulesFile::read("own", &source).unwrap());
        let mut different = 0;
        for _ in 0..60 {
            let order = 3 + random.below(4);
            let pairs = (0..order).flat_map(|a| (a + 1..order).map(move |b| (a, b)));
            let edges: Vec<(usize, usize)> = pairs.filter(|_| random.below(2) == 0).collect();
            let names: Vec<usize> = (1..=order).collect();
            let mut others = names.clone();
            (1..order).for_each(|at| others.swap(at, random.below(at + 1)));
            let [a, b] = [&names, &others].map(|names| {
                let position = catalogue.parse(&format!("own:{}", written(&edges, names)), &NoFiles).unwrap();
                position.parts()[0].canonical()
            });
            different += usize::from(!a.same(&*b));
        }
        assert_eq!(different == 0, merged, "{rules}: {different}");
    }
}

#[test]
fn what_cannot_have_changed_is_refused() {
    let source = "board = 'graph'\nleft = ['colour v L']\nright = ['cut R edge']\n";
    let catalogue = Catalogue::standard().with(RulesFile::read("own", source).unwrap());
    for (text, column) in [
        ("own:path(3);7", 13),
        ("own:path(3);1,1", 15),
        ("own:path(3);1-3", 13),
        ("own:path(3);1=X", 13),
        ("own:path(3);1=R", 13),
        ("own:path(3);", 13),
        ("own:pth(3)", 5),
        ("own:", 5),
    ] {
        let error = catalogue.parse(text, &NoFiles).unwrap_err();
        assert_eq!(error.column(), column, "{text}: {}", error.render());
    }
}

/// A graph with more vertices and edges than there are bits is played by the interpreter.
#[test]
fn large_graphs_are_interpreted() {
    let source = "board = 'graph'\nboth = ['take v', 'cut edge']\n";
    let catalogue = Catalogue::standard().with(RulesFile::read("own", source).unwrap());
    let position = catalogue.parse("own:path(150)", &NoFiles).unwrap();
    assert_eq!(position.moves(Player::Left).unwrap().len(), 150 + 149);
    let position = catalogue.parse("own:path(100)", &NoFiles).unwrap();
    assert_eq!(position.moves(Player::Left).unwrap().len(), 100 + 99);
    assert_eq!(position.moves(Player::Left).unwrap()[0].to.to_string(), "own:path(100);1");
}

/// Where the start lacks a vertex between two others, the one is no longer above the other.
#[test]
fn what_is_above_hangs_together_by_what_is_left() {
    let source = "board = 'graph'\nboth = ['take v and above']\n";
    let catalogue = Catalogue::standard()
        .with(RulesFile::read("quick", source).unwrap())
        .with(RulesFile::read("slow", &format!("{source}{INTERPRETED}")).unwrap());
    for (quick, slow) in [
        ("1-2,2-3;2", "1,3"),
        ("1-2,2-3,3-4,1-5,5-4;3", "1-2,1-5,5-4"),
        ("1-2,2-3,1-4,4-3,3-5;3", "1-2,1-4,5"),
        ("1-2,2-3;3", "1-2"),
        // Edges that follow from others count once these are gone.
        ("1-2,2-3,1-3,4-5,5-6;2,5", "1-3,4,6"),
        ("1-2,2-3,1-3,4-5,5-6;2", "1-3,4-5,5-6"),
    ] {
        let read = |text: String| catalogue.parse(&text, &NoFiles).unwrap();
        let (a, b) = (read(format!("quick:{quick}")), read(format!("slow:{slow}")));
        let mut store = Store::default();
        let [a, b] = [a, b].map(|position| {
            let mut known = HashMap::new();
            let whole = value(&*position.parts()[0], &mut store, &mut known);
            let parts: Vec<_> =
                position.parts()[0].split().iter().map(|part| value(&**part, &mut store, &mut known)).collect();
            assert_eq!(store.sum_all(parts).unwrap(), whole, "{position}");
            assert_eq!(value(&*position.parts()[0].canonical(), &mut store, &mut known), whole, "{position}");
            whole
        });
        assert_eq!(a, b, "{quick}");
    }
}
