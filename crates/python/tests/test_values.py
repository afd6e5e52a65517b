"""The algebra of values."""

from __future__ import annotations

import pickle
from decimal import Decimal
from fractions import Fraction

import numpy
import pytest

import grundy
from grundy import _grundy, value


def test_operators() -> None:
    g = value("{1|-1}")
    assert g + g == 0
    assert g - g == value(0)
    assert -value("^") == value("v")
    assert 3 * value("^") == value("^3")
    assert value("1/2") * value("1/2") == value("1/4")
    assert value("1/2") + 1 == Fraction(3, 2)
    assert 1 - value("1/4") == 0.75
    assert +g is g


def test_order() -> None:
    up, star = value("^"), value("*")
    assert up > 0 and not up > star and up.confused(star)
    assert value("^^") > star
    assert [value(3), value(1), value(2)] != sorted([value(3), value(1), value(2)])
    assert sorted([value(3), value(1), value(2)]) == [1, 2, 3]
    assert value("*").compare(0) == "||"
    assert not (value("*") <= 0) and not (value("*") >= 0)


def test_hashes_agree_with_equality() -> None:
    seen = {value("{1|-1}"): "switch", value("1/2"): "half", value(7): "seven"}
    assert seen[value("+-1")] == "switch"
    assert seen[Fraction(1, 2)] == "half"  # type: ignore[index]
    assert seen[7] == "seven"  # type: ignore[index]
    # Python itself gives -1 and -2 the same hash.
    assert len({hash(v) for v in grundy.born_by(2)}) == 21


def test_structure() -> None:
    g = value("{5|2||-1}")
    assert (g.mean, g.temperature) == (Fraction(5, 4), Fraction(9, 4))
    assert g.left_stop == 2 and g.right_stop == -1
    assert g.left_options == [value("{5|2}")] and g.right_options == [value(-1)]
    assert value("^*").birthday == 2
    assert value("^^*").atomic_weight == 2 and value(1).atomic_weight is None
    assert value("*3").nimber == 3 and value("^").nimber is None
    assert value("3/8").number == Fraction(3, 8) and value("*").number is None
    assert value("{5|1}").cool(1) == value("{4|2}")
    assert value("*").heat("1/2") == value("+-1/2")
    assert value("1/2").overheat(1, 1) == value("{1|0}")
    assert value("{5|1}").freeze() == value("3*")
    assert value("^").is_all_small and value("^").is_infinitesimal and not value("1").is_infinitesimal
    assert value("*").temper == "odd"
    assert len(value("^").followers()) == 3
    assert grundy.tiny(1) == value("{0||0|-1}") and grundy.miny(1) == -grundy.tiny(1)
    assert grundy.form([0], ["*"]) == value("^")
    assert grundy.switch(3) == value("{3|-3}")
    assert grundy.total([1, "*", "^"]) == value("1^*")
    assert value("*2").product("*2") == grundy.eval("product(*2, *2)")


def test_every_example_of_the_language_prints_what_it_says() -> None:
    functions = _grundy.language_functions()
    assert len(functions) > 50
    for _, _, _, example, prints in functions:
        assert _grundy.evaluate(example, "plain")[-1] == prints, example


def test_every_function_of_values_is_a_method() -> None:
    """The language of values has no function of a value that Python has not."""
    elsewhere = {
        # of lists, of Python's own, or with another name
        "options", "sum", "length", "mex", "Tiny", "Miny", "norton", "nimber", "is_even_tempered", "is_odd_tempered", "compare",
        # of surreal numbers and loopy games
        "simplest", "signs", "from_signs", "cut", "days", "sqrt", "onside", "offside", "is_stopper", "upsum", "downsum", "degree",
        "variety",
    }  # fmt: skip
    for name, *_ in _grundy.language_functions():
        assert name in elsewhere or hasattr(grundy.Value, name) or hasattr(grundy, name), name


def test_thermographs() -> None:
    t = value("{5|1}").thermograph()
    assert t.left_at(0) == 5 and t.right_at(0) == 1 and t.left_at(2) == t.right_at(2) == 3
    assert "<svg" in t._repr_svg_()
    assert t == value("{5|1}").thermograph()


def test_display_and_pickle() -> None:
    g = value("{2^*|-1/2}")
    assert (g._repr_latex_() or "").startswith("$")
    assert str(g) == "{2^*|-1/2}" and repr(g) == "value('{2^*|-1/2}')"
    assert pickle.loads(pickle.dumps(g)) == g
    assert bool(g) and not bool(value(0))


def test_long_values() -> None:
    """A value whose name fills books can be held, compared and pickled; notebooks are spared its name."""
    g = grundy.total(f"{{{2 * n + 1}|{-n}||{-3 * n}}}" for n in range(1, 12))
    assert repr(g).startswith("<value with ") and g._repr_latex_() is None
    again = pickle.loads(pickle.dumps(g))
    assert again == g and hash(again) == hash(g) and again - g == 0
    with pytest.raises(ValueError):
        _grundy.restore_value("0|7\n")
    with pytest.raises(ValueError):
        _grundy.restore_value("{1|-1}\n")


def test_values_move_to_a_new_store() -> None:
    """A store is left behind when it is large; values of before and after go together."""
    old = value("{5|2||-1}")
    kept = [old + n for n in range(3)]
    for n in range(400_000):
        value(n)
    assert [g - n for n, g in enumerate(kept)] == [old] * 3
    assert old == value("{5|2||-1}") and hash(old) == hash(value("{5|2||-1}"))


def test_large_numbers() -> None:
    large = value(2**70)
    assert large.number == 2**70 and large + 1 == 2**70 + 1
    assert value(Fraction(1, 2**70)).number == Fraction(1, 2**70)
    for wrong in (Fraction(1, 3), Decimal("0.1"), float("inf"), float("nan")):
        with pytest.raises(ValueError, match="not dyadic|not a number of games"):
            value(wrong)  # type: ignore[arg-type]
    assert value(numpy.float32(0.5)) == value(numpy.int8(1)) - value(Decimal("0.5")) == value(0.5)  # type: ignore[arg-type]


def test_nimbers() -> None:
    assert grundy.nim_product(2, 3) == 1
    assert grundy.nim_power(5, 3) == grundy.nim_product(5, grundy.nim_product(5, 5))
    assert grundy.nim_product(7, grundy.nim_inverse(7)) == 1
    assert grundy.nim_product(grundy.nim_sqrt(9), grundy.nim_sqrt(9)) == 9
    assert grundy.nim_sum(2**100, 1) == 2**100 + 1
    with pytest.raises(ValueError):
        grundy.nim_inverse(0)


def test_surreal_numbers() -> None:
    omega = grundy.surreal("omega")
    assert omega > 10**9 and omega - omega == 0
    shown = (omega**2 * 3 - omega ** Fraction(1, 2) + omega ** (omega + 1) + Fraction(1, 3))._repr_latex_()
    assert shown == "$\\displaystyle \\omega ^{\\omega  + 1} + 3\\,\\omega ^{2} - \\omega ^{1/2} + 1/3$"
    assert (omega * omega) / omega == omega
    assert grundy.surreal("1/3") + Fraction(2, 3) == 1
    assert 1 / omega > 0
    assert str(omega.birthday()) == "omega"
    assert omega**2 == omega * omega and omega ** Fraction(1, 2) * omega ** Fraction(1, 2) == omega
    assert grundy.surreal("1/3").signs(6)
    assert pickle.loads(pickle.dumps(omega)) == omega
    assert len({omega, omega + 0}) == 1
    with pytest.raises(ValueError):
        grundy.surreal("*")


def test_loopy_games() -> None:
    on, over = grundy.eval("on"), grundy.eval("over")
    assert on >= over and over > 0
    assert str(-on) == "off"
    assert over.is_stopper and over.outcome == "left"
    assert pickle.loads(pickle.dumps(over)) == over


def test_statements() -> None:
    assert grundy.eval("let g = {2|-1}; mean(g); temperature(g)") == [value("1/2"), value("3/2")]
    assert grundy.eval("[n + 1 for n in 1..3]") == [2, 3, 4]
    assert grundy.eval("1 <= 2") is True
