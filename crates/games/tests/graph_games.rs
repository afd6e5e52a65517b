//! Facts and reference tables of games on graphs.

use grundy_budget::{Budget, Limits};
use grundy_game::{NoFiles, Outcome, Play};
use grundy_games::{entry, parse};
use grundy_graph::Graph;
use grundy_graph::format::graph6;
use grundy_solve::{Answer, Method, Settings, answer};

fn solve_by(text: &str, method: Method) -> Answer {
    let position = parse(text, &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
    answer(&position, &Settings { method, ..Settings::default() }).unwrap()
}

fn solve(text: &str) -> Answer {
    solve_by(text, Method::Auto)
}

fn nimber(answer: &Answer) -> String {
    answer.value.as_ref().unwrap().nimber().unwrap().to_string()
}

fn table(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/../../tests/reference/{name}.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn chomp_table() {
    let rows = table("graph_chomp");
    assert!(rows.len() > 40);
    for row in rows {
        let answer = solve(&format!("chomp:\"g6:{}\"", row[1]));
        let moves = |kind: &str| answer.winning_moves.iter().filter(|found| found.label.starts_with(kind)).count();
        let found = (nimber(&answer), moves("vertex").to_string(), moves("edge").to_string());
        assert_eq!(found, (row[4].clone(), row[5].clone(), row[6].clone()), "{}", row[0]);
    }
}

#[test]
fn petersen_is_won_by_its_edges_only() {
    for method in [Method::Auto, Method::Search] {
        let answer = solve_by("chomp:petersen", method);
        assert_eq!((answer.outcome, nimber(&answer).as_str()), (Some(Outcome::First), "2"));
        assert_eq!(answer.winning_moves.len(), 15);
        assert!(answer.winning_moves.iter().all(|found| found.label.starts_with("edge ")));
        assert_eq!(answer.position.to_string(), "chomp:petersen");
    }
}

#[test]
fn chomp_theorems_agree_with_search() {
    for graph in ["complete(5)", "complete(6)", "multipartite(1,2,3)", "grid(3,3)", "cycle(7)", "multipartite(2,2,2)"] {
        let text = format!("chomp:{graph}");
        assert_eq!(solve(&text).value, solve_by(&text, Method::Search).value, "{graph}");
    }
    for n in 1..=40 {
        let lost = solve(&format!("chomp:complete({n})")).outcome == Some(Outcome::Second);
        assert_eq!(lost, n % 3 == 0, "complete({n})");
    }
}

#[test]
fn a_sum_with_nim_is_won_by_the_five_edges_of_the_banner() {
    let answer = solve("nim:3,2+chomp:banner");
    assert_eq!(nimber(&answer), "2");
    let chomp: Vec<&str> = answer
        .winning_moves
        .iter()
        .map(|found| found.label.as_str())
        .filter(|label| label.starts_with("chomp"))
        .collect();
    assert_eq!(chomp.len(), 5);
    assert!(chomp.iter().all(|label| label.starts_with("chomp: edge ")));
}

#[test]
fn chomp_on_all_connected_graphs_of_six_vertices_with_and_without_theorems() {
    let rows = |method| {
        let mut rows = Vec::new();
        let settings = Settings { method, ..Settings::default() };
        let visit = entry("chomp").unwrap().graph_table.unwrap();
        visit(6, 0, &settings, &mut |row| {
            rows.push(row.clone());
            Ok(())
        })
        .unwrap();
        rows
    };
    let with = rows(Method::Auto);
    assert_eq!(with.len(), 112);
    assert_eq!(with, rows(Method::Search));
}

/// The rows that a search without symmetry answers in a moment; the larger ones are for benches.
#[test]
fn node_kayles_table() {
    let rows = table("node_kayles");
    assert!(rows.len() > 100);
    for row in rows.iter().filter(|row| row[2].parse::<u32>().unwrap() <= 30) {
        let position = parse(&format!("kayles:\"g6:{}\"", row[1]), &NoFiles).unwrap();
        let budget = Budget::new(Limits { positions: Some(400_000), ..Limits::default() });
        let answer = answer(&position, &Settings { budget, ..Settings::default() }).unwrap();
        if answer.stopped.is_none() {
            assert_eq!(nimber(&answer), row[4], "{}", row[0]);
        } else {
            assert!(row[2].parse::<u32>().unwrap() >= 28, "{} was not decided", row[0]);
        }
    }
}

#[test]
fn node_kayles_facts() {
    assert_eq!(nimber(&solve("kayles:petersen")), "1");
    assert_eq!(nimber(&solve("kayles:queens(5,5)")), nimber(&solve_by("kayles:queens(5,5)", Method::Search)));
    for n in 1..=14 {
        let path = format!("kayles:path({n})");
        assert_eq!(solve(&path).value, solve_by(&path, Method::Search).value, "{path}");
        let cycle = format!("kayles:cycle({})", n + 2);
        assert_eq!(solve(&cycle).value, solve_by(&cycle, Method::Search).value, "{cycle}");
    }
}

/// A tree written with `-` for an edge to a new vertex and `(a;b)` for branches.
fn tree(text: &str) -> Graph {
    let (mut edges, mut stack, mut at, mut count) = (Vec::new(), Vec::new(), 0, 1);
    for c in text.chars() {
        match c {
            '-' => {
                edges.push((at, count));
                at = count;
                count += 1;
            }
            '(' => stack.push(at),
            ';' => at = *stack.last().unwrap(),
            ')' => at = stack.pop().unwrap(),
            _ => panic!("{text}"),
        }
    }
    Graph::from_edges(count, edges).unwrap()
}

#[test]
fn arc_kayles_table() {
    let rows = table("arc_kayles");
    assert!(rows.len() > 80);
    for row in rows {
        let graph = match row[0].strip_prefix("Graph.") {
            Some(named) => named.to_lowercase(),
            None => format!("\"g6:{}\"", graph6(&tree(row[0].trim_matches('"')))),
        };
        assert_eq!(nimber(&solve(&format!("arckayles:{graph}"))), row[2], "{}", row[0]);
    }
}

#[test]
fn strange_graphs_get_a_clear_answer() {
    assert_eq!(nimber(&solve("chomp:?")), "0");
    assert_eq!(nimber(&solve("kayles:?")), "0");
    for bad in
        ["chomp:petersn", "chomp:grid(3", "kayles:complete(5000)", "chomp:", "chomp:complete(1000000000)", "kayles:é"]
    {
        let error = parse(bad, &NoFiles).unwrap_err();
        assert!(!error.render().is_empty(), "{bad}");
    }
}

/// Small components become canonical forms, large ones are searched; both together against a search of whole positions.
#[test]
fn misere_play_on_graphs_agrees_with_plain_search() {
    let graphs = [
        "grid(3,5)",
        "prism(9)",
        "grid(2,8)",
        "wheel(14)",
        "path(16)",
        "hypercube(4)",
        "moebius_kantor",
        "grid(4,4);1,6",
    ];
    for game in ["kayles", "arckayles"] {
        for graph in graphs {
            let position =
                parse(&format!("{game}:{graph}"), &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
            let by =
                |method| answer(&position, &Settings { play: Play::Misere, method, ..Settings::default() }).unwrap();
            let labels = |answer: &Answer| {
                let mut labels: Vec<String> = answer.winning_moves.iter().map(|found| found.label.clone()).collect();
                labels.sort_unstable();
                labels
            };
            let (forms, plain) = (by(Method::Auto), by(Method::Search));
            assert_eq!((forms.outcome, labels(&forms)), (plain.outcome, labels(&plain)), "{game}:{graph}");
        }
    }
}

/// Graphs without symmetry: a table of all subgraphs against the search, under both play rules.
#[test]
fn chomp_by_subgraphs_agrees_with_search() {
    let graphs =
        ["1-2,2-3,3-4,4-5,5-1,1-3,2-5,5-6,6-7,7-1,3-7,4-6", "1-2,1-3,2-3,3-4,4-5,5-6,6-4,2-6,6-7,7-8,8-1,5-8,3-7"];
    for graph in graphs {
        let position = parse(&format!("chomp:{graph}"), &NoFiles).unwrap_or_else(|error| panic!("{}", error.render()));
        for play in [Play::Normal, Play::Misere] {
            let by = |method| answer(&position, &Settings { play, method, ..Settings::default() }).unwrap();
            let (table, search) = (by(Method::Auto), by(Method::Search));
            let moves =
                |answer: &Answer| answer.winning_moves.iter().map(|found| found.label.clone()).collect::<Vec<_>>();
            assert_eq!((table.outcome, moves(&table)), (search.outcome, moves(&search)), "{graph} {play}");
            assert_eq!(table.value, search.value, "{graph} {play}");
        }
    }
}

/// Threads share the rows of a table of graphs; the rows and their order do not depend on how many there are.
#[test]
fn graph_tables_do_not_depend_on_threads() {
    let rows = |threads: usize| {
        let settings = Settings { threads, ..Settings::default() };
        let mut rows = Vec::new();
        let table = entry("chomp").and_then(|entry| entry.graph_table).unwrap();
        table(6, 5, &settings, &mut |row| {
            rows.push((row.graph6.clone(), row.nimber, row.winning_moves));
            Ok(())
        })
        .unwrap();
        rows
    };
    let alone = rows(1);
    assert_eq!(alone.len(), 112 - 5);
    assert_eq!(alone, rows(3));
}
