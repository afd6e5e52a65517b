"""Graphs, bracelets, cubes, formulas, quotients, surreal numbers, tables: what is found, as classes of Python."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Any, Dict, FrozenSet, Iterable, List, Mapping, Optional, Tuple, Union

from grundy import _grundy
from grundy._games import Game
from grundy._games import game as make_game
from grundy._grundy import Certificate, Position, StateGraph, Table, Value
from grundy._grundy import Sequence as NimberSequence

if TYPE_CHECKING:
    from grundy._limits import Limits, Play, Unpack

Vertex = Any


def mex(numbers: Iterable[int]) -> int:
    """The least whole number from 0 up that is not among these.

    >>> import grundy
    >>> grundy.mex([0, 1, 3])
    2
    """
    seen = set(numbers)
    least = 0
    while least in seen:
        least += 1
    return least


# --- sequences ---------------------------------------------------------------------------------------------------------


def sequence(rule: Any, to: int, **limits: Unpack[Limits]) -> NimberSequence:
    """The nimbers of heaps 0, 1, 2, … up to ``to``: of a rule such as ``"0.77"``, ``"1-4"`` or ``"subtract(1,2,5)"``, of a game written in
    Python, or of a function that yields options.

    >>> import grundy
    >>> grundy.sequence("subtract(1,2,5)", 8)[:]
    [0, 1, 2, 0, 1, 2, 0, 1, 2]
    >>> grundy.sequence(lambda n: [n - k for k in (1, 3, 4) if k <= n], 40).period
    <period 7 from 0 on, not proved>
    """
    if isinstance(rule, str):
        return _grundy.heap_sequence(rule, to, **limits)
    if isinstance(rule, Game):
        return rule.sequence(to, **limits)
    if callable(rule):
        name = getattr(rule, "__name__", "")
        made = make_game(rule) if name.isidentifier() else make_game(name="a_function")(rule)
        return made.sequence(to, **limits)
    raise TypeError("a sequence is of a rule, a game or a function that yields options")


# --- kernels -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kernel:
    """A kernel of a digraph: a set without an arc inside it and with an arc into it from every vertex outside."""

    vertices: Optional[FrozenSet[Vertex]]
    """The kernel; ``None`` where there is none."""
    case: str
    """``"acyclic"``, ``"no odd cycle"`` or ``"general"``."""
    reason: str
    """Why it is so."""
    odd_cycle: Optional[Tuple[Vertex, ...]]
    """An odd cycle, where that is why there is no easy answer."""
    _names: Tuple[Vertex, ...] = field(repr=False)
    _arcs: List[Tuple[int, int]] = field(repr=False)

    def __bool__(self) -> bool:
        """Whether there is a kernel."""
        return self.vertices is not None

    def __contains__(self, vertex: object) -> bool:
        """Whether a vertex is in the kernel."""
        return self.vertices is not None and vertex in self.vertices

    def count(self, **limits: Unpack[Limits]) -> int:
        """How many kernels there are."""
        return _grundy.digraph_kernel_count(len(self._names), self._arcs, **limits)

    def all(self, most: int = 1000, **limits: Unpack[Limits]) -> List[FrozenSet[Vertex]]:
        """All kernels, at most so many."""
        found = _grundy.digraph_kernels(len(self._names), self._arcs, most, **limits)
        return [frozenset(self._names[v] for v in kernel) for kernel in found]

    def sequence(self, **limits: Unpack[Limits]) -> Tuple[List[FrozenSet[Vertex]], FrozenSet[Vertex]]:
        """A kernel, a kernel of what is left without it, and so on; and what is left in the end without a kernel."""
        kernels, rest = _grundy.digraph_kernel_sequence(len(self._names), self._arcs, **limits)
        named = [frozenset(self._names[v] for v in kernel) for kernel in kernels]
        return named, frozenset(self._names[v] for v in rest)

    def certificate(self, **limits: Unpack[Limits]) -> Certificate:
        """A proof that this is a kernel, or that there is none; vertices count from 1 in it, in the order in which they were given."""
        members = None
        if self.vertices is not None:
            members = [number for number, name in enumerate(self._names) if name in self.vertices]
        return _grundy.digraph_certificate(len(self._names), self._arcs, members, **limits)

    def labels(self) -> Dict[Vertex, int]:
        """The Sprague-Grundy label of every vertex of an acyclic digraph."""
        return dict(zip(self._names, _grundy.digraph_labels(len(self._names), self._arcs)))


def _digraph(graph: Any) -> Tuple[Tuple[Vertex, ...], List[Tuple[int, int]]]:
    """The vertices and the arcs, by number, of whatever stands for a digraph."""
    if isinstance(graph, StateGraph):
        names: List[Vertex] = list(graph.positions)
        return tuple(names), list(zip(graph.sources, graph.targets))
    if hasattr(graph, "vertex_iterator") and hasattr(graph, "edge_iterator"):
        # A graph of SageMath.
        pairs = [(u, v) for u, v in graph.edge_iterator(labels=False)]
        if not graph.is_directed():
            pairs += [(v, u) for u, v in pairs]
        return _numbered(list(graph.vertex_iterator()), pairs)
    if hasattr(graph, "is_directed") and hasattr(graph, "edges"):
        names = list(graph.nodes)
        pairs = [(edge[0], edge[1]) for edge in graph.edges()]
        if not graph.is_directed():
            pairs += [(v, u) for u, v in pairs]
        return _numbered(names, pairs)
    if hasattr(graph, "shape") and hasattr(graph, "nonzero"):
        if len(graph.shape) != 2 or graph.shape[0] != graph.shape[1]:
            raise ValueError("an adjacency matrix is square")
        sources, targets = graph.nonzero()[:2]
        return tuple(range(int(graph.shape[0]))), [(int(u), int(v)) for u, v in zip(sources, targets)]
    if isinstance(graph, Mapping):
        names = list(graph)
        pairs = [(u, v) for u, following in graph.items() for v in following]
        return _numbered(names, pairs)
    return _numbered([], [(u, v) for u, v in graph])


def _numbered(names: List[Vertex], pairs: List[Tuple[Vertex, Vertex]]) -> Tuple[Tuple[Vertex, ...], List[Tuple[int, int]]]:
    numbers: Dict[Vertex, int] = {}
    for name in names:
        numbers.setdefault(name, len(numbers))
    arcs = []
    for u, v in pairs:
        arcs.append((numbers.setdefault(u, len(numbers)), numbers.setdefault(v, len(numbers))))
    return tuple(numbers), arcs


def kernel(graph: Any, **limits: Unpack[Limits]) -> Kernel:
    """A kernel of a digraph: a list of arcs, a dictionary of lists, a graph of networkx or SageMath, a numpy or scipy adjacency
    matrix, or a :class:`StateGraph`. An edge of a graph that is not directed counts both ways.

    >>> import grundy
    >>> grundy.kernel([("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]).vertices == {"a", "c"}
    True
    >>> bool(grundy.kernel([(1, 2), (2, 3), (3, 1)]))
    False
    """
    names, arcs = _digraph(graph)
    case, found, odd, reason = _grundy.digraph_kernel(len(names), arcs, **limits)
    return Kernel(
        vertices=None if found is None else frozenset(names[v] for v in found),
        case=case,
        reason=reason,
        odd_cycle=None if odd is None else tuple(names[v] for v in odd),
        _names=names,
        _arcs=arcs,
    )


def to_networkx(graph: StateGraph) -> Any:
    """A state graph for networkx."""
    import networkx

    names = graph.positions
    rights = graph.rights
    made = networkx.DiGraph() if rights is None else networkx.MultiDiGraph()
    columns: Dict[str, Iterable[Any]] = {"outcome": graph.outcomes, "level": graph.levels}
    if graph.nimbers is not None:
        columns["nimber"] = graph.nimbers
    if graph.remoteness is not None:
        columns["remoteness"] = graph.remoteness
    for number, values in enumerate(zip(*columns.values())):
        made.add_node(names[number], **dict(zip(columns, values)))
    for place, (u, v) in enumerate(zip(graph.sources, graph.targets)):
        if rights is None:
            made.add_edge(names[u], names[v])
        else:
            made.add_edge(names[u], names[v], player="right" if rights[place] else "left")
    return made


# --- the two puzzles ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Bracelet:
    """A longest bracelet in which no window of beads repeats (a de Bruijn sequence)."""

    colours: int
    window: int
    beads: Tuple[int, ...]

    def __len__(self) -> int:
        """The number of beads."""
        return len(self.beads)

    def __str__(self) -> str:
        """The beads as digits and letters, where there are few colours."""
        symbols = "0123456789abcdefghijklmnopqrstuvwxyz"
        if self.colours <= len(symbols):
            return "".join(symbols[bead] for bead in self.beads)
        return " ".join(map(str, self.beads))

    @property
    def count(self) -> int:
        """How many longest bracelets there are."""
        return _grundy.bracelet_count(self.colours, self.window)

    def all(self, most: int = 1000, **limits: Unpack[Limits]) -> List[Bracelet]:
        """All longest bracelets, at most so many."""
        found = _grundy.bracelets(self.colours, self.window, most, **limits)
        return [Bracelet(self.colours, self.window, tuple(beads)) for beads in found]


def bracelet(colours: int, window: int, **limits: Unpack[Limits]) -> Bracelet:
    """A longest bracelet in which no window of beads repeats.

    >>> import grundy
    >>> print(grundy.bracelet(2, 3))
    00010111
    >>> grundy.bracelet(2, 6).count
    67108864
    """
    return Bracelet(colours, window, tuple(_grundy.longest_bracelet(colours, window, **limits)))


@dataclass(frozen=True)
class Cubes:
    """Coloured cubes in a column, every side of which shows every colour."""

    colours: Tuple[str, ...]
    pairs: Tuple[Tuple[Tuple[str, str], ...], ...]
    """The colours of opposite faces, three pairs a cube."""
    factors: Tuple[Tuple[Tuple[str, str], ...], ...]
    """The canonical factors: one pair a cube, every colour twice."""
    solutions: Tuple[Tuple[Dict[str, str], ...], ...]
    """For each solution, the colours on ``front``, ``back``, ``left`` and ``right`` of every cube."""

    def __bool__(self) -> bool:
        """Whether there is a solution."""
        return bool(self.solutions)


def cubes(cubes: Union[str, Iterable[Iterable[Tuple[str, str]]]], **limits: Unpack[Limits]) -> Cubes:
    """Solves the puzzle of the coloured cubes; each cube is three pairs of opposite faces.

    >>> import grundy
    >>> found = grundy.cubes("B-G,G-G,B-V; B-N,B-G,B-V; N-N,B-V,N-G; G-G,V-N,N-G")
    >>> len(found.factors), len(found.solutions)
    (5, 2)
    """
    if isinstance(cubes, str):
        text = cubes
    else:
        text = "; ".join(",".join(f"{a}-{b}" for a, b in cube) for cube in cubes)
    colours, pairs, factors, solutions = _grundy.cube_columns(text, **limits)
    named = tuple(tuple((colours[a], colours[b]) for a, b in cube) for cube in pairs)
    sides = ("front", "back", "left", "right")
    return Cubes(
        colours=tuple(colours),
        pairs=named,
        factors=tuple(tuple(named[cube][pair] for cube, pair in enumerate(factor)) for factor in factors),
        solutions=tuple(
            tuple({side: colours[colour] for side, colour in zip(sides, shown)} for shown in solution) for solution in solutions
        ),
    )


# --- formulas ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Formula:
    """A quantified formula, and the game of setting its variables in order."""

    text: str
    variables: Tuple[Tuple[str, str], ...]
    """The variables in order, each with ``"exists"`` or ``"forall"``."""
    clauses: int

    def decide(self, played: Iterable[bool] = (), **limits: Unpack[Limits]) -> bool:
        """Whether it is true, after the first variables were set."""
        return _grundy.formula_decided(self.text, list(played), **limits)

    def winning_values(self, played: Iterable[bool] = (), **limits: Unpack[Limits]) -> List[bool]:
        """The values of the next variable that win for whoever sets it."""
        return _grundy.formula_advice(self.text, list(played), **limits)

    def certificate(self, **limits: Unpack[Limits]) -> Certificate:
        """A proof that it is true, or false."""
        return _grundy.formula_certificate(self.text, **limits)

    @property
    def position(self) -> Position:
        """The game as a position."""
        return _grundy.position(f'formula:"{self.text}"')

    def to_kayles(self) -> Position:
        """The position of Node Kayles with the same winner."""
        return _grundy.position(f'kayles:"g6:{_grundy.formula_kayles(self.text)[0]}"')

    def __str__(self) -> str:
        """The inline notation."""
        return self.text


def formula(text: str) -> Formula:
    """Reads a quantified formula: the inline notation, or ``formula:@file.qdimacs``.

    >>> import grundy
    >>> f = grundy.formula("E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3)")
    >>> f.decide(), f.winning_values([True, False])
    (True, [False])
    """
    shown, variables, clauses = _grundy.formula_parts(text)
    return Formula(shown, tuple((name, "exists" if exists else "forall") for name, exists in variables), clauses)


# --- misère quotients --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Quotient:
    """The misère quotient of a rule on heaps."""

    rule: str
    status: str
    """``"whole"``, ``"partial"``, ``"stopped"`` or ``"stuck"``: for how much of the game it is proved."""
    elements: Tuple[str, ...]
    """The elements by name; the first is 1."""
    lost: Tuple[str, ...]
    """The elements of positions that the player about to move loses."""
    relations: Tuple[Tuple[str, str], ...]
    images: Tuple[str, ...]
    """The element of each heap from 0 up."""
    period: Optional[int]
    preperiod: Optional[int]
    table: Tuple[Tuple[int, ...], ...] = field(repr=False)
    certificate: Certificate = field(repr=False, compare=False)
    """A proof of it."""

    def __len__(self) -> int:
        """The order."""
        return len(self.elements)

    def product(self, a: str, b: str) -> str:
        """The product of two elements."""
        return self.elements[self.table[self.elements.index(a)][self.elements.index(b)]]

    def outcome(self, *heaps: int) -> str:
        """Who wins a position of these heaps under misère play."""
        element = self.elements[0]
        for heap in heaps:
            element = self.product(element, self._image(heap))
        return "second" if element in self.lost else "first"

    def _image(self, heap: int) -> str:
        if heap < len(self.images):
            return self.images[heap]
        if self.period is None or self.preperiod is None:
            raise ValueError(f"the quotient is proved for heaps to {len(self.images) - 1} only")
        return self.images[self.preperiod + (heap - self.preperiod) % self.period]


def quotient(rule: str, to: int = 60, **limits: Unpack[Limits]) -> Quotient:
    """The misère quotient of a rule such as ``"0.75"``, looking at heaps up to ``to``.

    >>> import grundy
    >>> q = grundy.quotient("0.75", 40)
    >>> len(q), q.status, q.outcome(3, 4)
    (8, 'whole', 'first')
    """
    parts = _grundy.quotient_parts(rule, to, **limits)
    elements = tuple(parts["elements"])
    return Quotient(
        rule=parts["rule"],
        status=parts["status"],
        elements=elements,
        lost=tuple(elements[x] for x in parts["lost"]),
        relations=tuple((a, b) for a, b in parts["relations"]),
        images=tuple(elements[x] for x in parts["images"]),
        period=parts["period"],
        preperiod=parts["preperiod"],
        table=tuple(tuple(row) for row in parts["table"]),
        certificate=parts["certificate"],
    )


# --- the language of values --------------------------------------------------------------------------------------------


def eval(text: str, **limits: Unpack[Limits]) -> Any:
    """Works out an expression of the language of values, as ``grundy eval`` does: values, truths, lists, texts, surreal numbers and
    loopy games. Several statements give the list of what they show.

    >>> import grundy
    >>> grundy.eval("mean({5|2||-1})"), grundy.eval("domineering:4x4 <= 1")
    (value('5/4'), True)
    >>> grundy.eval("omega + 1"), grundy.eval("{0|pass}")
    (surreal('omega + 1'), loopy('over'))
    """
    shown = _grundy.evaluate(text, **limits)
    return shown[0] if len(shown) == 1 else shown


def _written(of: Any) -> str:
    if isinstance(of, (Surreal, Loopy, Value)):
        return str(of)
    if isinstance(of, float):
        of = Fraction(of)
    if isinstance(of, (str, Rational)):
        return str(of)
    raise TypeError(f"not a number or a game: {of!r}")


class _Written:
    """Something that is known by how it is written, which is the same for what is equal."""

    __slots__ = ("_text",)
    _text: str

    def __str__(self) -> str:
        """How it is written."""
        return self._text

    def __hash__(self) -> int:
        """By how it is written."""
        return hash((type(self).__name__, self._text))

    def _truth(self, relation: str, other: Any) -> bool:
        return bool(eval(f"({self}) {relation} ({_written(other)})"))


def _in_latex(text: str) -> str:
    """How a surreal number is written, for LaTeX: exponents are raised, ω is a letter."""
    made = ""
    while text:
        if text.startswith("**"):
            text = text[2:]
            depth = end = 0
            while end < len(text) and (depth > 0 or text[end] not in " )." or end == 0):
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
            exponent, text = text[:end], text[end:]
            whole = exponent.startswith("(") and exponent.endswith(")")
            made += f"^{{{_in_latex(exponent[1:-1] if whole else exponent)}}}"
        elif text.startswith("omega"):
            made, text = made + "\\omega ", text[5:]
        else:
            made, text = made + text[0].replace(".", "\\,"), text[1:]
    return made


class Surreal(_Written):
    """A surreal number: a rational number, ω, and what can be made of them by addition, multiplication, division and powers.

    >>> from grundy import surreal
    >>> x = surreal("omega") - 1
    >>> x * x
    surreal('omega**2 - 2.omega + 1')
    >>> surreal("1/3") < x, surreal(1) / 3 == surreal("1/3")
    (True, True)
    """

    __slots__ = ()

    @classmethod
    def _of(cls, text: str) -> Surreal:
        made = cls.__new__(cls)
        made._text = text
        return made

    def _made(self, expression: str) -> Surreal:
        return surreal(expression)

    def __add__(self, other: Any) -> Surreal:
        """The sum."""
        return self._made(f"({self}) + ({_written(other)})")

    def __radd__(self, other: Any) -> Surreal:
        """The sum."""
        return self._made(f"({_written(other)}) + ({self})")

    def __sub__(self, other: Any) -> Surreal:
        """The difference."""
        return self._made(f"({self}) - ({_written(other)})")

    def __rsub__(self, other: Any) -> Surreal:
        """The difference."""
        return self._made(f"({_written(other)}) - ({self})")

    def __mul__(self, other: Any) -> Surreal:
        """The product."""
        return self._made(f"({self}) . ({_written(other)})")

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Surreal:
        """The quotient."""
        return self._made(f"({self}) / ({_written(other)})")

    def __rtruediv__(self, other: Any) -> Surreal:
        """The quotient."""
        return self._made(f"({_written(other)}) / ({self})")

    def __pow__(self, exponent: Any) -> Surreal:
        """The power."""
        return self._made(f"({self}) ** ({_written(exponent)})")

    def __neg__(self) -> Surreal:
        """The negative."""
        return self._made(f"-({self})")

    def __eq__(self, other: object) -> bool:
        """Whether the numbers are equal."""
        if not isinstance(other, (Surreal, Value, Rational, float)):
            return NotImplemented
        return self._truth("==", other)

    def __lt__(self, other: Any) -> bool:
        """Whether it is less."""
        return self._truth("<", other)

    def __le__(self, other: Any) -> bool:
        """Whether it is at most the other."""
        return self._truth("<=", other)

    def __gt__(self, other: Any) -> bool:
        """Whether it is greater."""
        return self._truth(">", other)

    def __ge__(self, other: Any) -> bool:
        """Whether it is at least the other."""
        return self._truth(">=", other)

    __hash__ = _Written.__hash__

    def sqrt(self) -> Surreal:
        """The square root, where it can be written."""
        return self._made(f"sqrt({self})")

    def birthday(self) -> Surreal:
        """The day on which it is born: an ordinal."""
        return self._made(f"birthday({self})")

    def signs(self, most: int = 64) -> str:
        """The sign expansion of a real number, its first signs."""
        return str(eval(f"signs({self}, {most})"))

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {_in_latex(self._text)}$"

    def __repr__(self) -> str:
        """As it is made."""
        return f"surreal('{self._text}')"

    def __reduce__(self) -> Tuple[Any, ...]:
        """By how it is written."""
        return (surreal, (self._text,))


def surreal(of: Any) -> Surreal:
    """The surreal number of a number, or of a text such as ``"omega**2 + 1/3"``."""
    found = eval(_written(of))
    if isinstance(found, Surreal):
        return found
    if isinstance(found, Value) and found.is_number:
        return Surreal._of(str(found))
    raise _grundy.UnsuitableError(f"`{of}` is not a number")


class Loopy(_Written):
    """A game in which play may go on for ever, known by how it is written; :func:`grundy.eval` makes it.

    >>> import grundy
    >>> on = grundy.eval("on")
    >>> on + grundy.eval("off"), on.outcome
    (loopy('dud'), 'left')
    """

    __slots__ = ()

    @classmethod
    def _of(cls, text: str) -> Loopy:
        made = cls.__new__(cls)
        made._text = text
        return made

    def __add__(self, other: Any) -> Any:
        """The sum; it may be a value."""
        return eval(f"({self}) + ({_written(other)})")

    def __radd__(self, other: Any) -> Any:
        """The sum."""
        return eval(f"({_written(other)}) + ({self})")

    def __sub__(self, other: Any) -> Any:
        """The difference."""
        return eval(f"({self}) - ({_written(other)})")

    def __neg__(self) -> Any:
        """The negative."""
        return eval(f"-({self})")

    def __eq__(self, other: object) -> bool:
        """Whether the games are equal."""
        if not isinstance(other, (Loopy, Value, Rational, float)):
            return NotImplemented
        return self._truth("==", other)

    def __le__(self, other: Any) -> bool:
        """Whether it is at most the other."""
        return self._truth("<=", other)

    def __ge__(self, other: Any) -> bool:
        """Whether it is at least the other."""
        return self._truth(">=", other)

    def __lt__(self, other: Any) -> bool:
        """Whether it is less."""
        return self._truth("<", other)

    def __gt__(self, other: Any) -> bool:
        """Whether it is greater."""
        return self._truth(">", other)

    __hash__ = _Written.__hash__

    @property
    def outcome(self) -> str:
        """Who wins or draws."""
        return str(eval(f"outcome({self})"))

    @property
    def is_stopper(self) -> bool:
        """Whether play in it, taken alone and in turns, must end."""
        return bool(eval(f"is_stopper({self})"))

    @property
    def onside(self) -> Any:
        """The game in which infinite play is won by Left."""
        return eval(f"onside({self})")

    @property
    def offside(self) -> Any:
        """The game in which infinite play is won by Right."""
        return eval(f"offside({self})")

    def degree(self) -> Any:
        """The degree of loopiness."""
        return eval(f"degree({self})")

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {_grundy.evaluate(self._text, 'latex')[0]}$"

    def __repr__(self) -> str:
        """As it is written."""
        return f"loopy('{self._text}')"

    def __reduce__(self) -> Tuple[Any, ...]:
        """By how it is written."""
        return (eval, (self._text,))


# --- tables ------------------------------------------------------------------------------------------------------------


def table(
    of: Union[str, Mapping[str, Iterable[Any]], Iterable[Union[str, Position]]],
    *,
    connected_graphs: Optional[int] = None,
    play: Play = "normal",
    **limits: Unpack[Limits],
) -> Table:
    """A table: of answers about many positions, of a game on all connected graphs of so many vertices, or of columns of your own.

    >>> import grundy
    >>> grundy.table("chomp", connected_graphs=4)["nimber"]
    [2, 2, 4, 0, 2, 1]
    """
    if isinstance(of, str):
        if connected_graphs is None:
            raise TypeError("a table of a game needs connected_graphs=, the number of vertices")
        return _grundy.graph_table(of, connected_graphs, play=play, **limits)
    if isinstance(of, Mapping):
        return Table({name: list(column) for name, column in of.items()})
    return _grundy.answer_table(of, play=play, **limits)
