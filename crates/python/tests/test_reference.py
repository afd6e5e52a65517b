"""The reference tables of the project, read through Python: one pass, sampled where slow."""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Dict

import pytest
from conftest import REFERENCE, pairs, reference, sampled

import grundy
from grundy import position, value

MOST = 150


def board(name: str) -> Callable[[str], str]:
    return lambda text: f"{name}:{text}"


def col_or_snort(text: str) -> str:
    game, path = text.split(" ")
    return f"{game}:{path}"


VALUES: Dict[str, Callable[[str], str]] = {
    "amazons": board("amazons"),
    "clobber": board("clobber"),
    "domineering": board("domineering"),
    "toads_and_frogs": lambda text: "toads:" + text.replace("t", "T").replace("f", "F").replace(".", "_"),
    "cutcake": lambda text: "cake:" + text.replace(",", "x"),
    "maundycake": lambda text: "maundy:" + text.replace(",", "x"),
    "partizan_euclid": board("peuclid"),
}


@pytest.mark.parametrize("name", sorted(VALUES))
def test_values_of_positions(name: str) -> None:
    checked = 0
    for text, expected in pairs(name, MOST):
        try:
            found = position(VALUES[name](text))
        except grundy.NotationError:
            # The table is written for boards that our notation writes otherwise.
            continue
        assert found.value == value(expected), text
        checked += 1
    assert checked > 20, f"{name}: {checked} rows were read"


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


def test_subtraction_games() -> None:
    for text, expected in pairs("subtraction", 60, "nimbers of heaps 1..60"):
        assert grundy.sequence(f"subtract({text})", 60)[1:] == [int(n) for n in expected.split(",")], text


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
    """A table that is added is read here too, or said to be about something else."""
    read = set(VALUES) | {
        "cram", "graph_chomp", "node_kayles", "day2_sums", "day2_conway_products", "day2_order", "random_games", "heat_cool",
        "atomic_weights", "octal_nimbers", "octal_known_periods", "subtraction", "wythoff", "nim_arithmetic", "bracelet_counts",
        "loopy", "misere_quotients",
    }  # fmt: skip
    # Written for other notations, or about periods, openings, files and counts that the Rust tests read in full.
    elsewhere = {
        "arc_kayles", "chocolate_bar_openings", "col_snort_paths", "eatcake", "hackenbush_cycles", "hackenbush_stalks",
        "hackenbush_trees", "kernel_counts", "misere_octal", "octal_periods", "partizan_subtraction", "qdimacs",
        "subtraction_periods", "toppling_dominoes",
    }  # fmt: skip
    assert {path.stem for path in REFERENCE.glob("*.tsv")} <= read | elsewhere
