//! A graph as a board: vertices and edges with labels, roles and moves; loops, parallel edges, a ground to stand on.

use grundy_budget::{pulse, room_for};

use crate::gesture::Gesture;
use crate::layout::{Rooted, rooted, spread};
use crate::picture::Picture;
use crate::role::Role;
use crate::shape::{Bounds, Path, Point, Shape, distance, text_width};
use grundy_lang::Text;

/// A vertex.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vertex {
    /// The name drawn on it; may be empty.
    pub label: String,
    /// What it means.
    pub role: Role,
    /// The moves made by clicking it.
    pub moves: Vec<String>,
    /// Whether it is the ground: drawn as the earth, not as a disc.
    pub ground: bool,
    /// Whether it is gone: its place is kept, and nothing drawn there.
    pub gone: bool,
    /// Whether it is painted all over with its role.
    pub painted: bool,
    /// Its key, where that is not its number.
    pub key: String,
}

impl Vertex {
    /// A plain vertex.
    pub fn new(label: impl Into<String>) -> Self {
        pulse(2);
        Self { label: label.into(), ..Self::default() }
    }

    /// The ground.
    pub fn ground() -> Self {
        Self { role: Role::Ground, ground: true, ..Self::default() }
    }

    /// Sets the role.
    #[must_use]
    pub fn role(mut self, role: Role) -> Self {
        self.role = role;
        self
    }

    /// Adds a move.
    #[must_use]
    pub fn plays(mut self, label: impl Into<String>) -> Self {
        self.moves.push(label.into());
        self
    }

    /// Says whether it is gone.
    #[must_use]
    pub fn gone(mut self, gone: bool) -> Self {
        self.gone = gone;
        self
    }

    /// Sets the key.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = key.into();
        self
    }

    /// Says whether it is painted all over.
    #[must_use]
    pub fn painted(mut self, painted: bool) -> Self {
        self.painted = painted;
        self
    }
}

/// An edge, or a loop when both ends are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The two ends, as indices of vertices.
    pub ends: (usize, usize),
    /// What it means; the dash follows the role.
    pub role: Role,
    /// A short name drawn on it; may be empty.
    pub label: String,
    /// The moves made by clicking it.
    pub moves: Vec<String>,
    /// Whether it is drawn as an arrow to its second end.
    pub directed: bool,
    /// Whether it is gone: the others run as if it were there.
    pub gone: bool,
    /// Its key, where that is not its number.
    pub key: String,
}

impl Edge {
    /// A plain edge.
    pub fn new(a: usize, b: usize) -> Self {
        pulse(2);
        Self {
            ends: (a, b),
            role: Role::Plain,
            label: String::new(),
            moves: Vec::new(),
            directed: false,
            gone: false,
            key: String::new(),
        }
    }

    /// An arc from the first to the second vertex.
    pub fn arc(a: usize, b: usize) -> Self {
        Self { directed: true, ..Self::new(a, b) }
    }

    /// Sets the role.
    #[must_use]
    pub fn role(mut self, role: Role) -> Self {
        self.role = role;
        self
    }

    /// Sets the label.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a move.
    #[must_use]
    pub fn plays(mut self, label: impl Into<String>) -> Self {
        self.moves.push(label.into());
        self
    }

    /// Says whether it is gone.
    #[must_use]
    pub fn gone(mut self, gone: bool) -> Self {
        self.gone = gone;
        self
    }
}

impl Edge {
    /// Sets the key.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = key.into();
        self
    }
}

/// The key given, or else one made of a letter and a number.
fn key_or(given: &str, other: impl FnOnce() -> String) -> String {
    if given.is_empty() { other() } else { given.to_owned() }
}

/// A graph as a board. The graph is that of the beginning of a game, from which things may be gone: what is left keeps its
/// place. The key of vertex number i is `v` and i, of an edge `e` and its number, both from 0.
///
/// ```
/// use grundy_draw::{Edge, Network, Vertex};
///
/// let triangle = Network::new(
///     (1..=3).map(|i| Vertex::new(i.to_string()).plays(format!("vertex {i}"))).collect(),
///     vec![Edge::new(0, 1).plays("edge 1-2"), Edge::new(1, 2), Edge::new(2, 0)],
/// );
/// let picture = triangle.picture("Triangle", "three vertices, all joined");
/// assert_eq!(picture.moves(), ["edge 1-2", "vertex 1", "vertex 2", "vertex 3"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Network {
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
    points: Option<Vec<Point>>,
    token: Option<usize>,
    gestures: Vec<Gesture>,
}

/// Sizes by number of vertices.
struct Sizes {
    unit: f64,
    radius: f64,
    letter: f64,
    stroke: f64,
}

/// Sideways distance between parallel edges.
const BOW: f64 = 22.0;

/// Where an edge runs: its two ends and the control points between.
struct Run {
    from: Point,
    to: Point,
    controls: Option<(Point, Point)>,
}

impl Run {
    /// The point at a share of the way.
    fn at(&self, t: f64) -> Point {
        let s = 1.0 - t;
        let (a, b) = self.controls.unwrap_or((self.from, self.to));
        let mix = |p: f64, a: f64, b: f64, q: f64| match self.controls {
            None => s * p + t * q,
            Some(_) => s * s * s * p + 3.0 * s * s * t * a + 3.0 * s * t * t * b + t * t * t * q,
        };
        (mix(self.from.0, a.0, b.0, self.to.0), mix(self.from.1, a.1, b.1, self.to.1))
    }
}

impl Network {
    /// A graph; edges to vertices that do not exist are left out.
    pub fn new(vertices: Vec<Vertex>, edges: Vec<Edge>) -> Self {
        let n = vertices.len();
        let edges = edges.into_iter().filter(|e| e.ends.0 < n && e.ends.1 < n).collect();
        Self { vertices, edges, ..Self::default() }
    }

    /// The key of a vertex.
    pub fn vertex_key(vertex: usize) -> String {
        format!("v{vertex}")
    }

    /// The key of an edge.
    pub fn edge_key(edge: usize) -> String {
        format!("e{edge}")
    }

    /// The key of the token.
    pub const TOKEN: &str = "token";

    /// Sets a token on a vertex.
    #[must_use]
    pub fn token(mut self, vertex: usize) -> Self {
        self.token = Some(vertex);
        self
    }

    /// Adds a way to make a move.
    #[must_use]
    pub fn gesture(mut self, gesture: Gesture) -> Self {
        self.gestures.push(gesture);
        self
    }

    /// Uses these places, in any unit, instead of a layout of our own; ignored unless there is one for each vertex.
    #[must_use]
    pub fn at(mut self, points: Vec<Point>) -> Self {
        let fits = points.len() == self.vertices.len() && points.iter().all(|p| p.0.is_finite() && p.1.is_finite());
        self.points = fits.then_some(points);
        self
    }

    /// Places the vertices in rows by level, level 0 at the bottom: a Hasse diagram when the edges are covers.
    #[must_use]
    pub fn by_level(self, levels: &[usize]) -> Self {
        let n = self.vertices.len();
        if levels.len() != n {
            return self;
        }
        let edges: Vec<_> = self.edges.iter().map(|e| e.ends).collect();
        let options = crate::layout::LayeredOptions { gap: 1.0, level_gap: 1.1, row_gap: 0.5, row: usize::MAX };
        let placed = crate::layout::layered(levels, &vec![0.0; n], &edges, options);
        // Units are ours, so the usual stretching of the places must not apply: one step of a level is one unit.
        Self { points: Some(placed.points), ..self }
    }

    fn sizes(&self) -> Sizes {
        match self.vertices.len() {
            0..=40 => Sizes { unit: 84.0, radius: 15.0, letter: 13.0, stroke: 2.5 },
            41..=120 => Sizes { unit: 62.0, radius: 12.0, letter: 10.0, stroke: 2.0 },
            _ => Sizes { unit: 46.0, radius: 9.0, letter: 7.5, stroke: 1.5 },
        }
    }

    /// Draws the graph.
    pub fn picture(&self, title: impl Into<String>, description: impl Into<Text>) -> Picture {
        let mut picture = Picture::new(title).describe(description);
        let mut sizes = self.sizes();
        let widest = self.vertices.iter().map(|v| text_width(&v.label, sizes.letter, true)).fold(0.0, f64::max);
        // Long names make large discs, up to a point; beyond that the names stand out over the rim.
        let radius = sizes.radius.max((widest / 2.0 + 3.0).min(sizes.radius * 1.9));
        sizes.unit *= radius / sizes.radius;
        sizes.radius = if widest > 0.0 { radius } else { radius * 0.4 };
        // Labels on parallel edges need room.
        let crowd = self.bows().iter().map(|bow| bow.count).max().unwrap_or(1);
        if crowd > 1 && self.edges.iter().any(|e| !e.label.is_empty()) {
            sizes.unit *= 1.0 + 0.3 * (crowd.min(6) - 1) as f64;
        }
        // And so do long labels.
        let longest = self.edges.iter().map(|e| text_width(&e.label, sizes.letter, true)).fold(0.0, f64::max);
        sizes.unit *= 1.0 + ((longest - 20.0) / 60.0).clamp(0.0, 2.0);
        let (points, runs) = self.runs(&sizes);
        self.draw_ground(&mut picture, &points, &runs);
        let mut gone = Picture::new("");
        let mut labels = Labels::default();
        for (number, (edge, run)) in self.edges.iter().zip(&runs).enumerate() {
            let named = edge.gone || !edge.moves.is_empty() || !self.gestures.is_empty();
            let mut draw = |p: &mut Picture| {
                draw_edge(p, edge, run, &sizes);
                if named {
                    labels.draw(p, edge, run, &sizes);
                }
            };
            // What is gone takes the same room, so that nothing else moves.
            if edge.gone {
                draw(&mut gone);
            } else {
                let key = key_or(&edge.key, || Self::edge_key(number));
                thing(&mut picture, key, &edge.moves, draw);
            }
        }
        // Labels that are no part of a button stand above all edges, so that none is covered.
        if self.gestures.is_empty() {
            for (edge, run) in self.edges.iter().zip(&runs).filter(|(edge, _)| edge.moves.is_empty() && !edge.gone) {
                labels.draw(&mut picture, edge, run, &sizes);
            }
        }
        for (number, (vertex, &at)) in self.vertices.iter().zip(&points).enumerate().filter(|(_, (v, _))| !v.ground) {
            let draw = |p: &mut Picture| draw_vertex(p, vertex, at, &sizes);
            if vertex.gone {
                draw(&mut gone);
            } else {
                let key = key_or(&vertex.key, || Self::vertex_key(number));
                thing(&mut picture, key, &vertex.moves, draw);
            }
        }
        for (number, (vertex, &at)) in self.vertices.iter().zip(&points).enumerate().filter(|(_, (v, _))| v.painted) {
            // A broad ring tells a painted vertex from one that may be painted, and not by its colour.
            picture.thing(format!("paint{number}"), Text::default(), |p| {
                p.add(Shape::circle(at, sizes.radius - 2.5).role(vertex.role).hollow().width(7.0));
            });
        }
        if let Some(&at) = self.token.and_then(|vertex| points.get(vertex)) {
            picture.thing(Self::TOKEN, Text::default(), |p| {
                p.add(Shape::circle(at, sizes.radius + 5.0).role(Role::Highlight).hollow().width(4.0));
            });
        }
        let mut room = gone.bounds();
        points.iter().for_each(|&at| room.join(&Shape::circle(at, sizes.radius + 5.0).bounds()));
        picture.room(if self.token.is_some() { room } else { gone.bounds() });
        self.gestures.iter().for_each(|gesture| {
            picture.gesture(gesture.clone());
        });
        picture
    }

    /// Places of the vertices and runs of the edges.
    fn runs(&self, sizes: &Sizes) -> (Vec<Point>, Vec<Run>) {
        room_for((self.edges.len() * 256) as u64);
        let ends: Vec<_> = self.edges.iter().map(|e| e.ends).collect();
        let grounded = self.points.is_none() && self.vertices.iter().any(|v| v.ground);
        let (points, feet) = if grounded {
            let ground: Vec<bool> = self.vertices.iter().map(|v| v.ground).collect();
            let Rooted { points, feet } = rooted(&ground, &ends);
            (points, feet)
        } else {
            let points = match &self.points {
                Some(points) => stretched(points, &ends),
                None => spread(self.vertices.len(), &ends),
            };
            (points, vec![[None; 2]; ends.len()])
        };
        let scale = |p: Point| (p.0 * sizes.unit, p.1 * sizes.unit);
        let points: Vec<Point> = points.into_iter().map(scale).collect();
        let bows = self.bows();
        let runs = ends.iter().zip(&feet).zip(&bows).map(|((&(a, b), feet), bow)| {
            pulse(4);
            let from = feet[0].map_or(points[a], scale);
            let to = feet[1].map_or(points[b], scale);
            if feet[0].is_some() && feet[1].is_some() {
                arch(from, to, sizes)
            } else if a == b {
                self.ring(a, &points, bow, sizes)
            } else {
                bowed(from, to, bow, a > b)
            }
        });
        let runs = runs.collect();
        (points, runs)
    }

    /// For each edge how it bows: its index among the edges with the same ends, and how many there are.
    fn bows(&self) -> Vec<Bow> {
        let key = |e: &Edge| (e.ends.0.min(e.ends.1), e.ends.0.max(e.ends.1));
        let mut order: Vec<usize> = (0..self.edges.len()).collect();
        order.sort_by_key(|&i| key(&self.edges[i]));
        let mut bows = vec![Bow { index: 0, count: 1 }; self.edges.len()];
        for group in order.chunk_by(|&i, &j| key(&self.edges[i]) == key(&self.edges[j])) {
            for (index, &i) in group.iter().enumerate() {
                // Edges to the ground have feet of their own and need no bow.
                let apart = self.vertices[self.edges[i].ends.0].ground || self.vertices[self.edges[i].ends.1].ground;
                bows[i] = if apart { Bow { index: 0, count: 1 } } else { Bow { index, count: group.len() } };
            }
        }
        bows
    }

    /// A loop, pointing into the widest gap between the other edges; several loops fan out.
    fn ring(&self, v: usize, points: &[Point], bow: &Bow, sizes: &Sizes) -> Run {
        let at = points[v];
        let others = self.edges.iter().filter_map(|e| match e.ends {
            (a, b) if a == v && b != v => Some(points[b]),
            (a, b) if b == v && a != v => Some(points[a]),
            _ => None,
        });
        let away = widest_gap(others.map(|p| (p.1 - at.1).atan2(p.0 - at.0)).collect());
        let fan = (bow.index as f64 - (bow.count - 1) as f64 / 2.0) * 1.05;
        let reach = sizes.radius * 2.6 + 22.0;
        let control = |turn: f64| {
            let angle = away + fan + turn;
            (at.0 + reach * angle.cos(), at.1 + reach * angle.sin())
        };
        Run { from: at, to: at, controls: Some((control(-0.48), control(0.48))) }
    }

    fn draw_ground(&self, picture: &mut Picture, points: &[Point], runs: &[Run]) {
        if !self.vertices.iter().any(|v| v.ground) {
            return;
        }
        let standing = points.iter().zip(&self.vertices).filter(|(_, v)| !v.ground).map(|(&p, _)| p);
        let mut bounds = Bounds::of(runs.iter().flat_map(|run| [run.from, run.to]).chain(standing));
        let given = points.iter().zip(&self.vertices).filter(|(_, v)| v.ground).map(|(p, _)| p.1);
        let level = if self.points.is_some() { given.fold(f64::NEG_INFINITY, f64::max) } else { 0.0 };
        bounds.add((0.0, level));
        let (left, right) = (bounds.left - 30.0, bounds.right + 30.0);
        picture.add(Shape::line((left, level), (right, level)).role(Role::Ground).width(4.0));
        let strokes = ((right - left) / 14.0).floor() as usize;
        let mut earth = Path::new();
        for i in 0..strokes {
            let x = left + 14.0 * (i as f64 + 0.8);
            earth = earth.move_to((x, level + 3.0)).line_to((x - 8.0, level + 11.0));
        }
        picture.add(Shape::path(earth).role(Role::Ground).width(1.5));
    }
}

#[derive(Clone, Copy)]
struct Bow {
    index: usize,
    count: usize,
}

/// The middle of the widest gap between some directions; upwards when there are none.
fn widest_gap(mut angles: Vec<f64>) -> f64 {
    angles.sort_by(f64::total_cmp);
    let (Some(&first), Some(&last)) = (angles.first(), angles.last()) else { return -std::f64::consts::FRAC_PI_2 };
    let around = (last, first + std::f64::consts::TAU);
    let gaps = angles.windows(2).map(|pair| (pair[0], pair[1])).chain(std::iter::once(around));
    let widest = gaps.max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
    widest.map_or(0.0, |(a, b)| f64::midpoint(a, b))
}

/// Draws into a thing that makes the given moves.
fn thing(picture: &mut Picture, key: String, moves: &[String], draw: impl FnOnce(&mut Picture)) {
    for label in moves {
        picture.gesture(Gesture::new(label.clone(), [key.clone()]));
    }
    picture.thing(key, Text::default(), draw);
}

/// Given places, scaled so that edges are one unit long in the mean and no two vertices come too near.
fn stretched(points: &[Point], ends: &[(usize, usize)]) -> Vec<Point> {
    let lengths: Vec<f64> = ends.iter().map(|&(a, b)| distance(points[a], points[b])).filter(|&d| d > 1e-9).collect();
    let mean = if lengths.is_empty() { 0.0 } else { lengths.iter().sum::<f64>() / lengths.len() as f64 };
    let mut nearest = f64::INFINITY;
    for (i, &p) in points.iter().enumerate().take(400) {
        for &q in &points[..i] {
            let d = distance(p, q);
            if d > 1e-9 {
                nearest = nearest.min(d);
            }
        }
    }
    let unit = if mean > 0.0 { mean.min(nearest / 0.6) } else { nearest };
    let factor = if unit.is_finite() && unit > 0.0 { 1.0 / unit } else { 1.0 };
    points.iter().map(|p| (p.0 * factor, p.1 * factor)).collect()
}

/// An arch between two feet.
fn arch(from: Point, to: Point, sizes: &Sizes) -> Run {
    let rise = sizes.unit * 0.9;
    Run { from, to, controls: Some(((from.0, from.1 - rise), (to.0, to.1 - rise))) }
}

/// A straight edge, or one of several that bow to both sides. The side must not depend on the direction of the edge.
fn bowed(from: Point, to: Point, bow: &Bow, turned: bool) -> Run {
    let offset = (bow.index as f64 - (bow.count - 1) as f64 / 2.0) * BOW;
    if offset.abs() < 1e-9 {
        return Run { from, to, controls: None };
    }
    let d = distance(from, to).max(1e-9);
    // The middle of a cubic is at three quarters of the way from the chord to its control points.
    let push = offset * 4.0 / 3.0 * if turned { -1.0 } else { 1.0 };
    let (nx, ny) = (-(to.1 - from.1) / d * push, (to.0 - from.0) / d * push);
    let along = |t: f64| (from.0 + (to.0 - from.0) * t + nx, from.1 + (to.1 - from.1) * t + ny);
    Run { from, to, controls: Some((along(0.25), along(0.75))) }
}

fn draw_edge(picture: &mut Picture, edge: &Edge, run: &Run, sizes: &Sizes) {
    let mut to = run.to;
    if edge.directed {
        // Stop at the rim of the vertex, so that the head can be seen.
        let toward = run.controls.map_or(run.from, |c| c.1);
        let d = distance(toward, to).max(1e-9);
        let back = (sizes.radius + 1.0).min(d);
        to = (to.0 + (toward.0 - to.0) / d * back, to.1 + (toward.1 - to.1) / d * back);
    }
    let path = match run.controls {
        None => Path::from(run.from).line_to(to),
        Some((a, b)) => Path::from(run.from).cubic_to(a, b, to),
    };
    let mut shape = Shape::path(path).role(edge.role).width(sizes.stroke);
    if edge.directed {
        shape = shape.with_head();
    }
    picture.add(shape);
}

/// The labels of edges drawn so far, so that none covers another.
#[derive(Default)]
struct Labels {
    /// Centres and half sizes.
    taken: Vec<(Point, Point)>,
}

impl Labels {
    /// Draws the label of an edge at its middle, or away from there where another label stands.
    fn draw(&mut self, picture: &mut Picture, edge: &Edge, run: &Run, sizes: &Sizes) {
        if edge.label.is_empty() {
            return;
        }
        let size = sizes.letter * 0.85;
        let half = ((text_width(&edge.label, size, true) / 2.0 + 2.0).max(size * 0.7), size * 0.75);
        let free = |at: &Point| {
            self.taken.iter().all(|(other, room)| {
                (at.0 - other.0).abs() >= half.0 + room.0 || (at.1 - other.1).abs() >= half.1 + room.1
            })
        };
        let places = [0.5, 0.36, 0.64, 0.28, 0.72, 0.2, 0.8].map(|t| run.at(t));
        let at = places.into_iter().find(free).unwrap_or(places[0]);
        let corner = (at.0 - half.0, at.1 - half.1);
        picture.add(Shape::rect(corner, 2.0 * half.0, 2.0 * half.1).rounded(size * 0.7).role(edge.role).width(1.0));
        picture.add(Shape::text(at, edge.label.clone()).size(size).bold().role(edge.role));
        self.taken.push((at, half));
    }
}

fn draw_vertex(picture: &mut Picture, vertex: &Vertex, at: Point, sizes: &Sizes) {
    picture.add(Shape::circle(at, sizes.radius).role(vertex.role).width(2.0));
    if !vertex.label.is_empty() {
        picture.add(Shape::text(at, vertex.label.clone()).size(sizes.letter).bold().role(vertex.role));
    }
}
