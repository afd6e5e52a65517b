"""The reference tables of the project, read through Python: one pass, sampled where slow."""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Dict, List, Set, Tuple

import pytest
from conftest import REFERENCE, pairs, reference, sampled

import grundy
from grundy import position, value

MOST = 150


def board(name: str) -> Callable[[str], str]:
    return lambda text: f"{name}:{text}"


VALUES: Dict[str, Callable[[str], str]] = {
    "amazons": board("amazons"),
    "clobber": board("clobber"),
    "col_snort_paths": lambda text: text.replace(" ", ":"),
    "cutcake": lambda text: "cake:" + text.replace(",", "x"),
    "domineering": board("domineering"),
    "eatcake": lambda text: "eatcake:" + text.replace(",", "x"),
    "hackenbush_cycles": board("hackenbush"),
    "hackenbush_stalks": board("hackenbush"),
    "hackenbush_trees": board("hackenbush"),
    "maundycake": lambda text: "maundy:" + text.replace(",", "x"),
    "partizan_euclid": board("peuclid"),
    "partizan_subtraction": lambda text: "psubtract({}):{}".format(*text.replace(" ", "").split("heap")),
    "toads_and_frogs": board("toads"),
    "toppling_dominoes": board("dominoes"),
}


@pytest.mark.parametrize("name", sorted(VALUES))
def test_values_of_positions(name: str) -> None:
    rows = pairs(name, MOST)
    assert len(rows) > 20
    for text, expected in rows:
        assert position(VALUES[name](text)).value == value(expected), text


def test_cram() -> None:
    rows = pairs("cram", MOST, "nimber")
    assert len(rows) > 10
    for text, expected in rows:
        if sum(c == "." for c in text) <= 20:
            assert position(f"cram:{text}").nimber == int(expected), text


def test_graphs() -> None:
    for row in sampled(reference("graph_chomp"), 60):
        if int(row[2]) <= 8:
            assert position(f'chomp:"g6:{row[1]}"').nimber == int(row[4]), row[0]
    for row in sampled(reference("node_kayles"), 60):
        if int(row[2]) <= 10:
            assert position(f'kayles:"g6:{row[1]}"').nimber == int(row[4]), row[0]


def tree(text: str) -> List[Tuple[int, int]]:
    """The edges of a tree that is written with ``-`` for an edge to a new vertex and ``(a;b)`` for branches."""
    edges: List[Tuple[int, int]] = []
    branches: List[int] = []
    at = 0
    for sign in text:
        if sign == "-":
            edges.append((at, len(edges) + 1))
            at = len(edges)
        elif sign == "(":
            branches.append(at)
        else:
            at = branches[-1] if sign == ";" else branches.pop()
    return edges


def test_arc_kayles() -> None:
    for text, expected in pairs("arc_kayles", MOST, "nimber"):
        if text.startswith("Graph."):
            graph = text[6:].lower()
        else:
            graph = ",".join(f"{u}-{v}" for u, v in tree(text.strip('"')))
        assert position(f"arckayles:{graph}").nimber == int(expected), text


def test_chocolate_bars() -> None:
    bites: Dict[Tuple[int, int], Set[str]] = {}
    for row in reference("chocolate_bar_openings"):
        bites.setdefault((int(row[0]), int(row[1])), set()).add(f"eat ({row[2]},{row[3]})")
    for (rows, columns), expected in bites.items():
        if rows * columns <= 36:
            assert {str(move) for move in position(f"bar:{rows}x{columns}").winning_moves} == expected, (rows, columns)


def test_misere_octal_games() -> None:
    for text, expected in pairs("misere_octal", MOST, "MisereNimValue of heaps 0..16"):
        for heap, misere in enumerate(expected.split(",")):
            found = position(f"octal({text}):{heap}").solve(play="misere").outcome
            assert (found == "second") == (misere == "0"), (text, heap)


def test_sums_products_and_order_of_day_two() -> None:
    for text, expected in pairs("day2_sums", MOST):
        if ")+(" in text:
            left, right = text[1:-1].split(")+(")
            assert value(left) + right == value(expected), text
        else:
            left, right = text[1:-1].split(")-(")
            assert value(left) - right == value(expected), text
    for text, expected in pairs("day2_conway_products", MOST):
        left, right = text[1:-1].split(") x (")
        assert value(left) * value(right) == value(expected), text
    for text, expected in pairs("day2_order", MOST, "relation"):
        left, right = text.split(" ? ")
        assert value(left).compare(right) == expected, text


def test_random_games() -> None:
    properties: Dict[str, Callable[[grundy.Value], object]] = {
        "value": lambda g: g,
        "Mean": lambda g: value(g.mean),
        "Temperature": lambda g: value(g.temperature),
    }
    checked = 0
    for text, prop, expected in ((row[0], row[1], row[2]) for row in sampled(reference("random_games"), 8 * MOST)):
        if prop in properties:
            assert properties[prop](value(text)) == value(expected), (text, prop)
            checked += 1
    assert checked > MOST


def test_heat_and_cool() -> None:
    for row in sampled(reference("heat_cool"), MOST):
        words = row[1].split(" ")
        if words[0] == "cool":
            assert value(row[0]).cool(Fraction(words[2])) == value(row[2]), row
        elif words[0] == "heat":
            assert value(row[0]).heat(words[2]) == value(row[2]), row


def test_atomic_weights() -> None:
    for text, expected in pairs("atomic_weights", MOST, "atomic_weight"):
        assert value(text).atomic_weight == value(expected), text


def test_octal_games() -> None:
    for text, expected in pairs("octal_nimbers", 60, "nimbers of heaps 1..100"):
        assert grundy.sequence(text, 100)[1:] == [int(n) for n in expected.split(",")], text
    for row in sampled(reference("octal_known_periods"), 30):
        if row[4] == "recomputed" and int(row[1]) + int(row[2]) < 3000:
            found = grundy.sequence(row[0], 8000).period
            assert found is not None and (found.period, found.preperiod) == (int(row[1]), int(row[2])), row[0]
    for text, expected in pairs("octal_periods", MOST, "period preperiod saltus (heaps to 2500)"):
        if expected != "none found":
            found = grundy.sequence(text, 5000).period
            assert found is not None and [found.period, found.preperiod, found.saltus] == [int(n) for n in expected.split(" ")], text


def test_subtraction_games() -> None:
    for text, expected in pairs("subtraction", 60, "nimbers of heaps 1..60"):
        assert grundy.sequence(f"subtract({text})", 60)[1:] == [int(n) for n in expected.split(",")], text


def test_periods_of_subtraction_games() -> None:
    for allowed, period, preperiod, largest in sampled(reference("subtraction_periods"), MOST):
        found = grundy.sequence(f"subtract({allowed})", 3 * int(period) + 2 * int(preperiod) + 200)
        assert found.period is not None, allowed
        assert (found.period.period, found.period.preperiod, max(found)) == (int(period), int(preperiod), int(largest)), allowed


def test_subtraction_games_written_in_python() -> None:
    for text, expected in pairs("subtraction", 12, "nimbers of heaps 1..60"):
        allowed = [int(n) for n in text.split(",")]
        found = grundy.sequence(lambda n: [n - k for k in allowed if k <= n], 60)  # noqa: B023
        assert found[1:] == [int(n) for n in expected.split(",")], text


def test_wythoff() -> None:
    for text, expected in pairs("wythoff", MOST, "nimber"):
        assert position(f"wythoff:{text}").nimber == int(expected), text


def test_nimbers() -> None:
    for row in sampled(reference("nim_arithmetic"), MOST):
        words = row[0].replace(".", " ").split(" ")
        numbers = [int(word) for word in words if word.isdigit()]
        functions: Dict[str, Callable[..., int]] = {"NimProduct": grundy.nim_product, "NimInverse": grundy.nim_inverse, "NimSum": grundy.nim_sum}
        functions |= {"NimPower": grundy.nim_power, "NimSqrt": grundy.nim_sqrt}
        assert functions[words[1]](*numbers) == int(row[2]), row


def test_bracelets() -> None:
    for row in reference("bracelet_counts"):
        assert grundy.bracelet(int(row[0]), int(row[1])).count == int(row[2]), row


def test_loopy_games() -> None:
    for row in reference("loopy"):
        found = grundy.eval(row[0])
        if isinstance(found, (bool, str, list)):
            assert str(found).lower().replace("'", "") == row[1] or isinstance(found, list), row
        else:
            assert found == grundy.eval(row[1]), row


def test_misere_quotients() -> None:
    checked = 0
    for row in sampled(reference("misere_quotients"), 60):
        if row[2] != "solved" or int(row[3]) > 40:
            continue
        found = grundy.quotient(row[0], 60, time=2)
        if found.status == "whole":
            assert (len(found), len(found.lost)) == (int(row[3]), int(row[4])), row
            checked += 1
    assert checked > 10


def test_every_table_is_known() -> None:
    """A table that is added is read here too."""
    read = set(VALUES) | {
        "arc_kayles", "atomic_weights", "bracelet_counts", "chocolate_bar_openings", "cram", "day2_conway_products", "day2_order",
        "day2_sums", "graph_chomp", "heat_cool", "loopy", "misere_octal", "misere_quotients", "nim_arithmetic", "node_kayles",
        "octal_known_periods", "octal_nimbers", "octal_periods", "random_games", "subtraction", "subtraction_periods", "wythoff",
    }  # fmt: skip
    # No values or nimbers: counts of kernels of random digraphs, verdicts on files of formulas.
    elsewhere = {"kernel_counts", "qdimacs"}
    assert {path.stem for path in REFERENCE.glob("*.tsv")} == read | elsewhere
