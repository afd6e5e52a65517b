//! Values of games with cycles.

use grundy_value::lang::{LangError, NoPositions, Session};
use grundy_value::loopy::{End, Graph, Loopy, LoopyOutcome, Node, Stopper, Vertex};
use grundy_value::{Dyadic, Order, Store, Value, ValueError};
use proptest::prelude::*;

fn texts(program: &str) -> Result<Vec<String>, LangError> {
    Session::new(Store::default(), NoPositions).run_to_texts(program)
}

fn shown(program: &str) -> String {
    texts(program).map_or_else(|error| format!("error: {}", error.render(program)), |texts| texts.join("\n"))
}

/// The rows of the reference table: expression, what it prints, source.
fn table() -> Vec<[String; 3]> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/reference/loopy.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let rows: Vec<[String; 3]> = text
        .lines()
        .skip(1)
        .map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>().try_into().unwrap())
        .collect();
    assert!(rows.len() > 60, "{}", rows.len());
    rows
}

/// Whether an expression, perhaps after statements, has the value that another one has.
fn equal(input: &str, expected: &str) -> bool {
    let (before, last) = input.rsplit_once(';').map_or(("", input), |(before, last)| (before, last));
    texts(&format!("{before}; ({last}) == ({expected})")).is_ok_and(|texts| texts == ["true"])
}

#[test]
fn known_values() {
    let mut exact = 0;
    for [input, expected, source] in table() {
        let found = shown(&input);
        exact += usize::from(found == expected);
        assert!(found == expected || equal(&input, &expected), "{input} is {found}, not {expected} ({source})");
    }
    // The others are printed with other bars, or as tiny and miny.
    assert!(exact >= 80, "{exact}");
}

#[test]
fn what_is_printed_is_read_back() {
    for [input, expected, _] in table() {
        if !expected.starts_with(|c: char| c.is_alphabetic()) || expected.contains(['{', '&']) {
            let printed = shown(&input);
            assert_eq!(shown(&printed), printed, "{input}");
            assert!(equal(&input, &printed), "{input}");
        }
    }
}

#[test]
fn where_theory_ends_is_refused() {
    let carousel = texts("a{0,{1|1,{*,{1*|1*,a}|*}}|0}").unwrap_err();
    assert!(carousel.to_string().contains("not a stopper"), "{carousel}");
    for program in [
        "pass",
        "{1|0+pass}",
        "a{0|a+1}",
        "mean(on)",
        "mean({on|off})",
        "mean(dud)",
        "thermograph({0|off})",
        "over . over",
        "1/2 . over",
        "on + omega",
        "v & over",
    ] {
        assert!(texts(program).is_err(), "{program}: {}", shown(program));
    }
}

/// Positions of a small graph, without values of the store: who is at least whom by survival, found by playing every
/// pair for as long as there are pairs. Written apart from the room's own comparison.
struct Brute<'a> {
    graph: &'a [(Vec<usize>, Vec<usize>)],
}

impl Brute<'_> {
    /// The pairs (g, h) for which Left survives g − h as second, the greatest set that keeps her from being stuck.
    fn survivals(&self) -> Vec<Vec<bool>> {
        let n = self.graph.len();
        let mut at_least = vec![vec![true; n]; n];
        loop {
            let mut next = at_least.clone();
            for g in 0..n {
                for h in 0..n {
                    let (right_moves, left_moves) = (&self.graph[g].1, &self.graph[h].0);
                    let answered_in_g = right_moves.iter().all(|&r| {
                        self.graph[r].0.iter().any(|&rl| at_least[rl][h])
                            || self.graph[h].1.iter().any(|&hr| at_least[r][hr])
                    });
                    let answered_in_h = left_moves.iter().all(|&l| {
                        self.graph[g].0.iter().any(|&gl| at_least[gl][l])
                            || self.graph[l].1.iter().any(|&lr| at_least[g][lr])
                    });
                    next[g][h] = at_least[g][h] && answered_in_g && answered_in_h;
                }
            }
            if next == at_least {
                return at_least;
            }
            at_least = next;
        }
    }

    /// Whether some play that never ends has the players take turns in it.
    fn has_alternating_cycle(&self) -> bool {
        let n = self.graph.len();
        // A play of 2n + 1 moves in turns has come back to the same position with the same player.
        let mut alive = vec![[true; 2]; n];
        for _ in 0..=2 * n {
            alive = (0..n)
                .map(|g| [self.graph[g].0.iter().any(|&l| alive[l][1]), self.graph[g].1.iter().any(|&r| alive[r][0])])
                .collect();
        }
        alive.iter().any(|states| states[0] || states[1])
    }

    fn graph(&self, root: usize) -> Graph {
        let nodes = |side: &[usize]| side.iter().map(|&place| Node::Loop(place as u32)).collect();
        let vertices = self.graph.iter().map(|(left, right)| Vertex { left: nodes(left), right: nodes(right) });
        Graph { root: Node::Loop(root as u32), vertices: vertices.collect() }
    }

    /// Compares every pair of positions both ways; returns whether the graph was one of stoppers.
    fn check(&self) -> bool {
        let mut store = Store::default();
        let n = self.graph.len();
        let games: Vec<_> = (0..n).map(|root| Stopper::new(&self.graph(root), &mut store).unwrap()).collect();
        if self.has_alternating_cycle() {
            return false;
        }
        let at_least = self.survivals();
        let games: Vec<_> = games.into_iter().map(|game| game.expect("a stopper")).collect();
        for g in 0..n {
            for h in 0..n {
                assert_eq!(
                    games[g].at_least(&games[h], &mut store).unwrap(),
                    at_least[g][h],
                    "{:?} {g} {h}",
                    self.graph
                );
                // Canonical forms are equal exactly when the values are.
                assert_eq!(games[g] == games[h], at_least[g][h] && at_least[h][g], "{:?} {g} {h}", self.graph);
            }
            let printed = Loopy::from(games[g].clone()).print(&mut store, grundy_value::Style::Plain).unwrap();
            assert_eq!(shown(&printed), printed, "{:?} {g}", self.graph);
        }
        true
    }
}

/// The graph on `n` vertices with the arcs that the bits say: a bit for each player and each pair of vertices.
fn graph_of_bits(n: usize, bits: u64) -> Vec<(Vec<usize>, Vec<usize>)> {
    let side =
        |player: usize, from: usize| (0..n).filter(|to| bits >> (player * n * n + from * n + to) & 1 == 1).collect();
    (0..n).map(|from| (side(0, from), side(1, from))).collect()
}

#[test]
fn every_graph_on_two_vertices_agrees_with_the_fixpoint() {
    let stoppers = (0..1u64 << 8).filter(|&bits| Brute { graph: &graph_of_bits(2, bits) }.check()).count();
    assert!(stoppers > 50, "{stoppers}");
}

#[test]
fn many_graphs_on_three_vertices_agree_with_the_fixpoint() {
    // All graphs with at most 4 arcs, of which there are 4,048.
    let few = (0..1u64 << 18).filter(|bits| bits.count_ones() <= 4);
    let stoppers = few.filter(|&bits| Brute { graph: &graph_of_bits(3, bits) }.check()).count();
    assert!(stoppers > 1000, "{stoppers}");
}

/// A random graph, sparse enough to be a stopper now and then.
fn sparse(n: usize) -> impl Strategy<Value = Vec<(Vec<usize>, Vec<usize>)>> {
    let side = move || prop::collection::btree_set(0..n, 0..3);
    prop::collection::vec((side(), side()), n).prop_map(|vertices| {
        vertices.into_iter().map(|(l, r)| (l.into_iter().collect(), r.into_iter().collect())).collect()
    })
}

/// A random game as a loopy value: a graph over short games with a few cycles; none where theory ends.
fn game(store: &mut Store, graph: &[(Vec<usize>, Vec<usize>)]) -> Option<Loopy> {
    let graph = raw(store, graph);
    match Loopy::new(&graph, store) {
        Ok(game) => Some(game),
        Err(ValueError::Undefined { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

/// A graph over short games with a few cycles.
fn raw(store: &mut Store, graph: &[(Vec<usize>, Vec<usize>)]) -> Graph {
    let values = ["0", "1", "*", "^", "-1", "{1|-1}", "1/2"].map(|text| store.parse(text).unwrap());
    let loops = graph.len();
    let node = |place: usize| {
        if place.is_multiple_of(2) {
            Node::Loop((place / 2 % loops) as u32)
        } else {
            Node::Value(values[place / 2 % values.len()])
        }
    };
    let vertices = graph.iter().map(|(left, right)| Vertex {
        left: left.iter().map(|&place| node(place)).collect(),
        right: right.iter().map(|&place| node(place)).collect(),
    });
    Graph { root: Node::Loop(0), vertices: vertices.collect() }
}

/// How the sum of a graph and a short game ends when each player starts, by working backwards over the pairs of their
/// positions: what a player can force in finitely many moves is won, the rest is drawn.
fn ends_of_sum(store: &mut Store, graph: &Graph, value: Value) -> LoopyOutcome {
    let options = |store: &mut Store, node: Node, left: bool| -> Vec<Node> {
        match node {
            Node::Loop(place) => {
                let vertex = &graph.vertices[place as usize];
                if left { vertex.left.clone() } else { vertex.right.clone() }
            }
            Node::Value(value) => {
                let options = if left { store.left_options(value) } else { store.right_options(value) };
                options.unwrap().into_iter().map(Node::Value).collect()
            }
        }
    };
    let mut states = vec![(graph.root, Node::Value(value))];
    let mut moves: Vec<[Vec<usize>; 2]> = Vec::new();
    while moves.len() < states.len() {
        let (a, b) = states[moves.len()];
        let sides = [true, false].map(|left| {
            let mut targets: Vec<_> = options(store, a, left).into_iter().map(|option| (option, b)).collect();
            targets.extend(options(store, b, left).into_iter().map(|option| (a, option)));
            targets
        });
        moves.push(sides.map(|targets| {
            let place = |target| {
                states.iter().position(|state| *state == target).unwrap_or_else(|| {
                    states.push(target);
                    states.len() - 1
                })
            };
            targets.into_iter().map(place).collect()
        }));
    }
    // ends[player to move][state]: who is known to win.
    let mut ends = vec![[End::Draw; 2]; states.len()];
    loop {
        let before = ends.clone();
        for (state, sides) in moves.iter().enumerate() {
            for (player, win, loss) in [(0, End::Left, End::Right), (1, End::Right, End::Left)] {
                let reached = || sides[player].iter().map(|&to| before[to][1 - player]);
                if reached().any(|end| end == win) {
                    ends[state][player] = win;
                } else if reached().all(|end| end == loss) {
                    ends[state][player] = loss;
                }
            }
        }
        if ends == before {
            return LoopyOutcome { left_starts: ends[0][0], right_starts: ends[0][1] };
        }
    }
}

/// Options of two or three vertices among cycles and short games.
fn mixed() -> impl Strategy<Value = Vec<(Vec<usize>, Vec<usize>)>> {
    let side = || prop::collection::vec(0usize..14, 0..3);
    prop::collection::vec((side(), side()), 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn random_graphs_agree_with_the_fixpoint(graph in sparse(7)) {
        Brute { graph: &graph }.check();
    }

    #[test]
    fn order_and_sum_obey_their_laws(a in mixed(), b in mixed(), c in mixed()) {
        let mut store = Store::default();
        let store = &mut store;
        let (Some(a), Some(b), Some(c)) = (game(store, &a), game(store, &b), game(store, &c)) else { return Ok(()) };
        prop_assert!(a.at_least(&a, store).unwrap());
        prop_assert!(a.onside().at_least(a.offside(), store).unwrap());
        if a.at_least(&b, store).unwrap() {
            if b.at_least(&a, store).unwrap() {
                prop_assert_eq!(&a, &b);
            }
            if b.at_least(&c, store).unwrap() {
                prop_assert!(a.at_least(&c, store).unwrap());
            }
            if let (Ok(left), Ok(right)) = (a.plus(&c, store), b.plus(&c, store)) {
                prop_assert!(left.at_least(&right, store).unwrap());
            }
        }
        let negative = a.negative(store).unwrap();
        prop_assert_eq!(&negative.negative(store).unwrap(), &a);
        if let Ok(difference) = a.plus(&negative, store) {
            let zero = Value::ZERO.into();
            prop_assert!(difference.onside().at_least(&zero, store).unwrap());
            prop_assert!(zero.at_least(difference.offside(), store).unwrap());
        }
        if let (Ok(ab), Ok(ba)) = (a.plus(&b, store), b.plus(&a, store)) {
            prop_assert_eq!(&ab, &ba);
            if let (Ok(left), Ok(bc)) = (ab.plus(&c, store), b.plus(&c, store))
                && let Ok(right) = a.plus(&bc, store) {
                    prop_assert_eq!(left, right);
                }
        }
    }

    #[test]
    fn sums_with_short_games_end_as_their_values_say(a in mixed()) {
        let mut store = Store::default();
        let store = &mut store;
        let graph = raw(store, &a);
        let Some(game) = game(store, &a) else { return Ok(()) };
        for text in ["0", "*", "1", "-1/2", "^", "v*", "+-1", "{2|-1}", "Tiny(1)", "-2"] {
            let value = store.parse(text).unwrap();
            let sum = game.plus(&value.into(), store).unwrap();
            prop_assert_eq!(sum.outcome(store).unwrap(), ends_of_sum(store, &graph, value), "{}", text);
        }
    }

    #[test]
    fn numbers_translate(a in mixed(), n in -5i64..5, e in 0u32..3) {
        let mut store = Store::default();
        let store = &mut store;
        let Some(game) = game(store, &a) else { return Ok(()) };
        let number = grundy_value::Dyadic::small(n, e);
        let value = store.number(&number).unwrap();
        let translated = game.onside().plus_number(&number, store).unwrap();
        // The sum as a graph, without the shortcut: {game + x^L, game^L + x | …}.
        let slow = grundy_value::loopy::upsum_of_graphs(game.onside(), &value.into(), store).unwrap();
        prop_assert_eq!(translated, slow);
    }

    #[test]
    fn short_games_stay_what_they_are(text in "[-]?[0-3]|\\*[0-3]?|\\^\\*?|\\{[0-2]\\|-[0-2]\\}") {
        let mut store = Store::default();
        let value = store.parse(&text).unwrap();
        let graph = as_graph(&mut store, value);
        let game = Loopy::new(&graph, &mut store).unwrap();
        prop_assert_eq!(game.as_value(), Some(value));
    }

    #[test]
    fn what_random_games_print_is_read_back(a in mixed()) {
        let mut store = Store::default();
        let Some(game) = game(&mut store, &a) else { return Ok(()) };
        let printed = game.print(&mut store, grundy_value::Style::Plain).unwrap();
        prop_assert_eq!(shown(&printed), printed);
    }
}

/// A short game written out as vertices.
fn as_graph(store: &mut Store, value: Value) -> Graph {
    let followers = store.followers(value).unwrap();
    let place = |option: &Value| Node::Loop(followers.iter().position(|follower| follower == option).unwrap() as u32);
    let vertices = followers.iter().map(|&follower| Vertex {
        left: store.left_options(follower).unwrap().iter().map(place).collect(),
        right: store.right_options(follower).unwrap().iter().map(place).collect(),
    });
    Graph { vertices: vertices.collect(), root: Node::Loop(followers.len() as u32 - 1) }
}

#[test]
fn thermographs_with_cycles() {
    for (program, expected) in [
        ("[mean(over), temperature(over)]", "[0, 0]"),
        ("[mean(+-5over), temperature(+-5over)]", "[0, 5]"),
        ("[mean(Tiny(on)), temperature(Tiny(on))]", "[0, 0]"),
        ("[mean({4|2over||-1^[on]}), temperature({4|2over||-1^[on]})]", "[1, 2]"),
        // Right must always answer a threat without bounds, so Left has the 3 in sente.
        ("[mean({on|3||1}), temperature({on|3||1})]", "[3, 2]"),
        ("[mean({on|3||-5}), temperature({on|3||-5})]", "[3, 8]"),
        // A cycle of three moves: a = {10|b}, b = {0|c}, c = {a|-20}; b is frozen at 0 from the start.
        ("let a = x{10|{0||x|-20}}; [mean(a), temperature(a)]", "[5, 5]"),
        ("let c = {x{10|{0||x|-20}}|-20}; [mean(c), temperature(c)]", "[-15/2, 25/2]"),
    ] {
        assert_eq!(shown(program), expected, "{program}");
    }
    let drawn = shown("thermograph(+-5over)");
    assert!(drawn.ends_with("left wall: 5 at 0, 0 at 5\nright wall: -5 at 0, 0 at 5"), "{drawn}");
}

/// A hot game over leaves that are infinitely close to integers; each leaf is written twice, with and without cycles.
fn hot() -> impl Strategy<Value = (String, String)> {
    let near = prop::sample::select(vec![("over", "^^*"), ("under", "v"), ("^[on]", "^"), ("v<on>*", "*"), ("*", "*")]);
    let leaf =
        (-6i64..6, near).prop_map(|(n, (loopy, short))| (format!("({n} + ({loopy}))"), format!("({n} + ({short}))")));
    leaf.prop_recursive(3, 10, 2, |inner| {
        (inner.clone(), inner).prop_map(|(a, b)| (format!("{{{}|{}}}", a.0, b.0), format!("{{{}|{}}}", a.1, b.1)))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    /// Infinitesimals, loopy or not, leave no trace in a thermograph from 0 up.
    #[test]
    fn thermographs_do_not_see_infinitesimals((loopy, short) in hot()) {
        let facts = |game: &str| shown(&format!("let g = {game}; [mean(g), is_numberish(g)]"));
        prop_assert_eq!(facts(&loopy), facts(&short), "{}", loopy);
        let mut session = Session::new(Store::default(), NoPositions);
        let mut graphs = Vec::new();
        for game in [&loopy, &short] {
            session.run(&format!("thermograph({game})"), |_, datum| {
                if let grundy_value::lang::Datum::Thermograph(graph) = datum {
                    graphs.push((**graph).clone());
                }
                Ok::<(), LangError>(())
            }).unwrap();
        }
        for eighths in 0..120 {
            let t = Dyadic::small(eighths, 3);
            prop_assert_eq!(graphs[0].left.at(&t), graphs[1].left.at(&t), "{} at {}", loopy, t);
            prop_assert_eq!(graphs[0].right.at(&t), graphs[1].right.at(&t), "{} at {}", loopy, t);
        }
    }
}

#[test]
fn order_of_the_famous() {
    let mut store = Store::default();
    let store = &mut store;
    let chain = ["off", "under", "over", "on"].map(|name| Loopy::named(name, store).unwrap().unwrap());
    for (low, high) in chain.iter().zip(&chain[1..]) {
        assert_eq!(low.compare(high, store).unwrap(), Order::Less);
    }
}
