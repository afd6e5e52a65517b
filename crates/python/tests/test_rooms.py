"""Sequences, kernels, tables, bracelets, cubes, formulas, quotients."""

from __future__ import annotations

from typing import Iterator, List, Tuple

import networkx
import numpy
import pytest

import grundy


def test_sequences_reach_numpy_without_a_copy() -> None:
    s = grundy.sequence("0.77", 10**6)
    array = numpy.asarray(s)
    assert len(array) == 10**6 + 1 and array.dtype == numpy.uint8
    assert array.__array_interface__["data"][0] == s.__array_interface__["data"][0]
    assert not array.flags.writeable
    assert int(array[10**6]) == s.at(10**6) == s[10**6]
    assert s.period is not None and (s.period.period, s.period.preperiod, s.period.proved) == (12, 71, True)
    assert s.period.reason
    assert s.certificate().statement == "the nimbers of octal(0.77) repeat with least period 12 from heap 71 on"
    assert s.certificate().check()
    assert "<svg" in s._repr_svg_()
    del s
    assert int(array.sum()) > 0


def test_sequences_of_functions() -> None:
    s = grundy.sequence(lambda n: [n - k for k in (1, 3, 4) if k <= n], 60)
    assert list(s) == list(grundy.sequence("subtract(1,3,4)", 60))
    assert s.period is not None and s.period.period == 7 and not s.period.proved
    with pytest.raises(ValueError, match="not here"):
        s.at(100)
    with pytest.raises(ValueError, match="no period is proved"):
        s.certificate()
    growing = grundy.sequence(lambda n: range(n), 50).period
    assert growing is not None and (growing.period, growing.saltus) == (1, 1)
    with pytest.raises(ValueError):
        grundy.sequence("0.x", 10)
    with pytest.raises(ValueError):
        grundy.sequence("0.77", 2**40)


def test_kernels_of_all_kinds_of_graphs() -> None:
    arcs = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]
    expected = grundy.kernel(arcs).vertices
    assert grundy.kernel(networkx.DiGraph(arcs)).vertices == expected
    matrix = numpy.zeros((4, 4), dtype=int)
    for u, v in arcs:
        matrix[u, v] = 1
    assert grundy.kernel(matrix).vertices == expected
    assert grundy.kernel({0: [1, 2], 1: [2], 2: [3], 3: [0]}).vertices == expected
    none = grundy.kernel([("a", "b"), ("b", "c"), ("c", "a")])
    assert not none and none.odd_cycle is not None and set(none.odd_cycle) == {"a", "b", "c"}
    assert none.count() == 0
    both = grundy.kernel([(0, 1), (1, 0)])
    assert both.count() == 2 and sorted(sorted(kernel) for kernel in both.all()) == [[0], [1]]
    path = grundy.kernel([("a", "b"), ("b", "c")])
    assert path.labels() == {"a": 0, "b": 1, "c": 0} and "a" in path
    for found in (path, none, both):
        assert found.certificate().check()
    assert none.certificate().kind == "no-kernel"
    assert path.sequence() == ([frozenset("ac"), frozenset("b")], frozenset())
    with pytest.raises(ValueError, match="square"):
        grundy.kernel(numpy.zeros((2, 3)))


class SageGraph:
    """As much of a graph of SageMath as is asked for."""

    def __init__(self, arcs: List[Tuple[str, str]], directed: bool) -> None:
        self.arcs, self.directed = arcs, directed

    def vertex_iterator(self) -> Iterator[str]:
        return iter(sorted({v for arc in self.arcs for v in arc}))

    def edge_iterator(self, labels: bool) -> Iterator[Tuple[str, str]]:
        assert not labels
        return iter(self.arcs)

    def is_directed(self) -> bool:
        return self.directed


class SageRational:
    """A number whose parts are methods, and whole numbers of another type."""

    def numerator(self) -> "SageInteger":
        return SageInteger(3 * 2**80)

    def denominator(self) -> "SageInteger":
        return SageInteger(4)


class SageInteger:
    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def test_numbers_and_graphs_of_sage() -> None:
    assert grundy.kernel(SageGraph([("a", "b"), ("b", "c")], True)).vertices == frozenset("ac")
    assert grundy.kernel(SageGraph([("a", "b"), ("b", "c")], False)).count() == 2
    assert grundy.value(SageRational()) == 3 * 2**78  # type: ignore[arg-type]
    assert len(grundy.bracelet(SageInteger(2), SageInteger(3)).beads) == 8  # type: ignore[arg-type]
    assert grundy.nim_sum(SageInteger(3), SageInteger(5)) == 6  # type: ignore[arg-type]


def test_tables_reach_pandas_polars_and_arrow() -> None:
    import pandas
    import polars
    import pyarrow

    t = grundy.table([f"nim:{n}" for n in range(4)] + ["domineering:2x2"])
    assert t["nimber"] == [0, 1, 2, 3, None]
    assert t["value"][-1] == "+-1"
    assert t.rows()[1]["outcome"] == "first"
    arrow = pyarrow.table(t)
    assert arrow.column("outcome").to_pylist() == t["outcome"]
    assert polars.DataFrame(t)["value"].to_list() == t["value"]
    assert list(pandas.DataFrame.from_arrow(t)["position"]) == t["position"]
    chomp = grundy.table("chomp", connected_graphs=5)
    assert len(chomp) == 21 and pyarrow.table(chomp).num_rows == 21
    own = grundy.table({"n": [1, 2], "even": [False, True], "name": ["one", None]})
    assert pyarrow.table(own).to_pydict() == {"n": [1, 2], "even": [False, True], "name": ["one", None]}
    assert "<table" in own._repr_html_()
    mixed = grundy.table({"x": [0.5, 1, None], "g": [grundy.value("*"), grundy.value("1/2").mean, None]})
    assert mixed["x"] == [0.5, 1.0, None] and mixed["g"] == ["*", "1/2", None]
    assert pyarrow.table(mixed).column("x").type == pyarrow.float64()
    with pytest.raises(TypeError, match="neither truths nor numbers nor texts"):
        grundy.table({"x": [1, "one"]})
    with pytest.raises(ValueError, match="not played on graphs"):
        grundy.table("nim", connected_graphs=3)
    with pytest.raises(KeyError):
        own["other"]


def test_bracelets() -> None:
    b = grundy.bracelet(3, 2)
    windows = {(b.beads[i], b.beads[(i + 1) % 9]) for i in range(9)}
    assert len(b) == 9 and len(windows) == 9
    assert b.count == 24 and len(b.all()) == 24
    with pytest.raises(ValueError):
        grundy.bracelet(0, 2)


def test_cubes() -> None:
    text = "B-G,G-G,B-V; B-N,B-G,B-V; N-N,B-V,N-G; G-G,V-N,N-G"
    found = grundy.cubes(text)
    pairs = [[tuple(pair.split("-")) for pair in cube.split(",")] for cube in text.split("; ")]
    assert grundy.cubes(pairs) == found  # type: ignore[arg-type]
    assert len(found.solutions) == 2
    for solution in found.solutions:
        for side in ("front", "back", "left", "right"):
            assert sorted(cube[side] for cube in solution) == sorted(found.colours)
    with pytest.raises(ValueError):
        grundy.cubes("nonsense")


def test_formulas() -> None:
    f = grundy.formula("E x1 A x2 E x3 : (x1) (x2|-x3) (-x1|-x2|x3)")
    assert f.variables == (("x1", "exists"), ("x2", "forall"), ("x3", "exists"))
    assert f.decide() and f.winning_values([True, False]) == [False]
    assert f.position.outcome == "first"
    assert f.to_kayles().solve().outcome == "first"
    assert f.certificate().check()
    with pytest.raises(ValueError, match=r"\^"):
        grundy.formula("E x1 : (x1")


def test_quotients() -> None:
    q = grundy.quotient("0.75", 40)
    assert q.status == "whole" and len(q) == 8
    for heaps in ([3], [1, 1], [2, 5], [4, 4, 1]):
        text = "octal(0.75):" + ",".join(map(str, heaps))
        assert q.outcome(*heaps) == grundy.position(text).solve(play="misere").outcome
    assert q.product("1", q.elements[1]) == q.elements[1]
    assert q.certificate.check()
