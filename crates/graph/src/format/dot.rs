//! The plain subset of Graphviz' DOT: one graph, nodes and edges, attributes skipped, no subgraphs or ports.

use super::scan::{checked_name, expected_found};
use super::{NewNames, Raw, Want, loop_refused, push_arc};
use crate::GraphError;
use grundy_budget::Budget;
use grundy_lang::Text;

/// Whether a file starts like DOT, after comments: `strict` or not, `graph` or `digraph`, a name or none, and the opening brace.
/// Less would take an edge list for DOT in which a vertex is called `graph` or `graph-b`.
pub(super) fn looks_like_dot(bytes: &[u8]) -> bool {
    let mut tokens = Tokens { bytes, at: 0, line: 1 };
    // why: what is not a token of DOT does not look like DOT
    let mut next = || tokens.next().ok().flatten();
    let is = |token: &Option<Token>, keywords: &[&str]| match token {
        Some(Token::Word(word, false)) => keywords.iter().any(|keyword| word.eq_ignore_ascii_case(keyword)),
        _ => false,
    };
    let mut token = next();
    if is(&token, &["strict"]) {
        token = next();
    }
    if !is(&token, &["graph", "digraph"]) {
        return false;
    }
    token = next();
    if matches!(token, Some(Token::Word(..))) {
        token = next();
    }
    token == Some(Token::Mark("{"))
}

/// Whether the file holds a digraph; `None` when it is not DOT at all.
pub(super) fn says_directed(bytes: &[u8]) -> Option<bool> {
    let mut tokens = Tokens { bytes, at: 0, line: 1 };
    while let Ok(Some(Token::Word(word, false))) = tokens.next() {
        if !word.eq_ignore_ascii_case("strict") {
            return Some(word.eq_ignore_ascii_case("digraph"));
        }
    }
    None
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// An identifier or a number, or a string whose quotes were taken off, which is never a keyword.
    Word(String, bool),
    /// `{ } [ ] ; , = -> --`
    Mark(&'static str),
}

struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl Tokens<'_> {
    fn skip_space(&mut self) -> Result<(), GraphError> {
        loop {
            let rest = &self.bytes[self.at..];
            match rest {
                [b'\n', ..] => {
                    self.line += 1;
                    self.at += 1;
                }
                [b, ..] if b.is_ascii_whitespace() => self.at += 1,
                [b'/', b'/', ..] | [b'#', ..] => self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len()),
                [b'/', b'*', ..] => {
                    let Some(end) = rest.windows(2).skip(2).position(|w| w == b"*/") else {
                        return Err(GraphError::line(self.line, "a comment that does not end"));
                    };
                    self.line += rest[..end + 2].iter().map(|&b| usize::from(b == b'\n')).sum::<usize>();
                    self.at += end + 4;
                }
                _ => return Ok(()),
            }
        }
    }

    fn next(&mut self) -> Result<Option<Token>, GraphError> {
        const MARKS: [&str; 9] = ["->", "--", "{", "}", "[", "]", ";", ",", "="];
        self.skip_space()?;
        let rest = &self.bytes[self.at..];
        let Some(&first) = rest.first() else { return Ok(None) };
        if let Some(mark) = MARKS.into_iter().find(|mark| rest.starts_with(mark.as_bytes())) {
            self.at += mark.len();
            return Ok(Some(Token::Mark(mark)));
        }
        if first == b'"' {
            return self.quoted().map(|word| Some(Token::Word(word, true)));
        }
        let plain = |&b: &u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'.' || b >= 128;
        let sign = usize::from(first == b'-');
        let length = sign + rest[sign..].iter().take_while(|b| plain(b)).count();
        if length == sign {
            let found = Text::verbatim(format!("`{}`", char::from(first).escape_default()));
            let reason = expected_found(Text::new("a name or a mark of DOT"), found);
            return Err(GraphError::line(self.line, reason));
        }
        self.at += length;
        Ok(Some(Token::Word(String::from_utf8_lossy(&rest[..length]).into_owned(), false)))
    }

    fn quoted(&mut self) -> Result<String, GraphError> {
        let start = self.line;
        let mut word = Vec::new();
        self.at += 1;
        while let Some(&b) = self.bytes.get(self.at) {
            self.at += 1;
            match b {
                b'"' => return Ok(String::from_utf8_lossy(&word).into_owned()),
                b'\\' if matches!(self.bytes.get(self.at), Some(b'"' | b'\\')) => {
                    word.push(self.bytes[self.at]);
                    self.at += 1;
                }
                _ => {
                    self.line += usize::from(b == b'\n');
                    word.push(b);
                }
            }
        }
        Err(GraphError::line(start, "a quoted name that does not end"))
    }
}

struct Reader<'a> {
    tokens: Tokens<'a>,
    ahead: Option<Token>,
    directed: bool,
    want: Want,
    names: NewNames<'a>,
    arcs: Vec<(u32, u32)>,
}

/// Reads one graph or digraph.
pub(super) fn read(bytes: &[u8], want: Want, budget: &Budget) -> Result<Raw, GraphError> {
    // An arc takes at least two bytes of the file, and both directions of an edge are kept.
    budget.reserve(8 * bytes.len() as u64)?;
    let mut tokens = Tokens { bytes, at: 0, line: 1 };
    let ahead = tokens.next()?;
    let mut reader = Reader { tokens, ahead, directed: false, want, names: NewNames::new(budget), arcs: Vec::new() };
    reader.header()?;
    while !reader.take_mark("}")? {
        reader.statement()?;
    }
    if reader.ahead.is_some() {
        return Err(reader.expected("the end of the file"));
    }
    let (order, arcs, names) = reader.names.finish(reader.arcs);
    Ok(Raw { order, arcs, names })
}

impl Reader<'_> {
    fn error(&self, reason: impl Into<Text>) -> GraphError {
        GraphError::line(self.tokens.line, reason)
    }

    fn expected(&self, what: &'static str) -> GraphError {
        let found = match &self.ahead {
            None => Text::new("the end of the file"),
            Some(Token::Word(word, _)) => {
                let shown: String =
                    word.chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
                Text::verbatim(format!("`{shown}`"))
            }
            Some(Token::Mark(mark)) => Text::verbatim(format!("`{mark}`")),
        };
        self.error(expected_found(Text::new(what), found))
    }

    fn take(&mut self) -> Result<Option<Token>, GraphError> {
        let next = self.tokens.next()?;
        Ok(std::mem::replace(&mut self.ahead, next))
    }

    fn take_mark(&mut self, mark: &str) -> Result<bool, GraphError> {
        let found = matches!(&self.ahead, Some(Token::Mark(m)) if *m == mark);
        if found {
            self.take()?;
        }
        Ok(found)
    }

    fn take_keyword(&mut self, keyword: &str) -> Result<bool, GraphError> {
        let found = matches!(&self.ahead, Some(Token::Word(word, false)) if word.eq_ignore_ascii_case(keyword));
        if found {
            self.take()?;
        }
        Ok(found)
    }

    fn header(&mut self) -> Result<(), GraphError> {
        self.take_keyword("strict")?;
        if self.take_keyword("digraph")? {
            self.directed = true;
            if self.want == Want::Graph {
                return Err(self.error("a digraph, but an undirected graph is wanted"));
            }
        } else if !self.take_keyword("graph")? {
            return Err(self.expected("`graph` or `digraph`"));
        }
        if matches!(self.ahead, Some(Token::Word(..))) {
            self.take()?;
        }
        if self.take_mark("{")? { Ok(()) } else { Err(self.expected("`{`")) }
    }

    /// One statement: an attribute, a node, or a chain of edges.
    fn statement(&mut self) -> Result<(), GraphError> {
        if self.take_mark(";")? {
            return Ok(());
        }
        for keyword in ["graph", "node", "edge"] {
            if self.take_keyword(keyword)? {
                return self.attributes();
            }
        }
        if matches!(&self.ahead, Some(Token::Word(word, false)) if word.eq_ignore_ascii_case("subgraph")) {
            return Err(self.error("subgraphs are beyond the plain subset of DOT"));
        }
        let Some(Token::Word(name, _)) = self.ahead.clone() else { return Err(self.expected("a node or `}`")) };
        self.take()?;
        if self.take_mark("=")? {
            self.take()?;
            return Ok(());
        }
        let mut from = self.vertex(name)?;
        while let Some(Token::Mark(mark @ ("->" | "--"))) = self.ahead {
            if (mark == "->") != self.directed {
                return Err(self.expected(if self.directed { "`->` in a digraph" } else { "`--` in a graph" }));
            }
            self.take()?;
            let Some(Token::Word(name, _)) = self.ahead.clone() else { return Err(self.expected("a node")) };
            let to = self.vertex(name)?;
            if from == to && self.want == Want::Graph {
                return Err(self.error(loop_refused()));
            }
            self.take()?;
            push_arc(&mut self.arcs, self.directed, self.want, (from, to));
            from = to;
        }
        self.attributes()
    }

    /// Skips any `[…]`.
    fn attributes(&mut self) -> Result<(), GraphError> {
        while self.take_mark("[")? {
            while !self.take_mark("]")? {
                if self.take()?.is_none() {
                    return Err(self.expected("`]`"));
                }
            }
        }
        Ok(())
    }

    fn vertex(&mut self, name: String) -> Result<u32, GraphError> {
        let name = checked_name(name.into_bytes()).map_err(|reason| self.error(reason))?;
        self.names.number(name)
    }
}

#[cfg(test)]
mod tests {
    use crate::format::{Format, read_digraph, read_graph};
    use grundy_budget::Budget;

    #[test]
    fn the_plain_subset_reads() {
        let text = b"/* two\nlines */ strict digraph \"my graph\" { rankdir=LR; node [shape=circle]\n a -> b -> \"c d\" [label=\"x\"]; // end\n e\n b -> a }\n";
        let read = read_digraph(text, None, &Budget::unlimited()).unwrap();
        assert_eq!(read.format, Format::Dot);
        assert_eq!(read.graph.arcs().collect::<Vec<_>>(), [(0, 1), (1, 0), (1, 2)]);
        assert_eq!((0..4).map(|v| read.names.name(v)).collect::<Vec<_>>(), ["a", "b", "c d", "e"]);
        assert_eq!(read.names.vertex("c d", 4), Some(2));
        let graph = read_graph(b"graph { 1--2 1--4 3--4 3--2 4--5 }", None, &Budget::unlimited()).unwrap();
        assert_eq!(graph.graph.edges().collect::<Vec<_>>(), [(0, 1), (0, 3), (1, 2), (2, 3), (3, 4)]);
        assert!(graph.names.count_from_one());
    }

    #[test]
    fn edge_lists_with_vertices_called_like_keywords_are_not_dot() {
        for list in
            ["graph-b c", "graph b\nb c", "graph graph-b", "strict graph\ngraph b", "digraph b", "strict {", "graph"]
        {
            assert_ne!(Format::guess(list.as_bytes()), Format::Dot, "{list}");
        }
        for dot in
            ["graph{}", "Graph G {", "strict digraph \"a b\" {", "/* c */ digraph\n{", "graph -1 {", "strict graph{"]
        {
            assert_eq!(Format::guess(dot.as_bytes()), Format::Dot, "{dot}");
        }
        let read = read_graph(b"graph-b c\nc d\n", None, &Budget::unlimited()).unwrap();
        assert_eq!((read.graph.size(), read.names.name(2)), (2, "graph-b".to_owned()));
    }

    #[test]
    fn errors_name_line_and_reason() {
        let read =
            |text: &str| read_graph(text.as_bytes(), Some(Format::Dot), &Budget::unlimited()).unwrap_err().to_string();
        insta::assert_snapshot!(read("graph {\n a -> b }"), @"line 2: expected `--` in a graph, found `->`");
        insta::assert_snapshot!(read("graph {\n a -- \n}"), @"line 3: expected a node, found `}`");
        insta::assert_snapshot!(read("graph {\n a -- a }"), @"line 2: a loop; an undirected graph here has none");
        insta::assert_snapshot!(read("graph { \n\n\"a"), @"line 3: a quoted name that does not end");
        insta::assert_snapshot!(read("graph { a [x="), @"line 1: expected `]`, found the end of the file");
        insta::assert_snapshot!(read("graph { subgraph x { a } }"), @"line 1: subgraphs are beyond the plain subset of DOT");
        insta::assert_snapshot!(read("graph { a ? }"), @"line 1: expected a name or a mark of DOT, found `?`");
        insta::assert_snapshot!(read("digraph { }"), @"line 1: a digraph, but an undirected graph is wanted");
    }
}
