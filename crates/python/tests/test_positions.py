"""Positions: reading, adding, playing, asking."""

from __future__ import annotations

import pickle

import pytest

import grundy
from grundy import position


def test_nim() -> None:
    p = position("nim:3,4,5")
    assert (p.outcome, p.nimber, str(p.value)) == ("first", 2, "*2")
    assert [move.label for move in p.winning_moves] == ["take 2 from heap 1"]
    assert p.winning_moves[0].to.outcome == "second"
    assert str(p.play(p.winning_moves[0])) == "nim:1,4,5"


def test_equality_is_of_values_and_sameness_apart() -> None:
    p, q = position("nim:1,2"), position("nim:3")
    assert p == q
    assert not p.same(q)
    assert hash(p) == hash(q)
    assert p.same(position("nim:1,2"))
    assert p != position("nim:2")
    assert position("domineering:2x2") == position("{1|-1}")
    assert position("nim:3") == grundy.nimber(3)
    assert position("domineering:2x1") == 1
    assert position("domineering:2x1") > 0
    assert not position("nim:1") == "nim:1"
    assert position("cram:9x9") is not None and position("cram:9x9") != object()
    with pytest.raises(TypeError):
        position("nim:1") < "nim:1"


def test_sums_and_negatives() -> None:
    p = position("domineering:2x3")
    assert (p - p).outcome == "second"
    assert p + 1 == p.value + 1
    assert ("nim:3" + position("nim:3")).outcome == "second"
    assert [str(part) for part in (position("nim:1") + "nim:2").parts] == ["nim:1", "nim:2"]
    assert (-position("hackenbush:lr")).value == -position("hackenbush:lr").value


def test_moves_and_play() -> None:
    p = position("domineering:2x2")
    assert {move.player for move in p.moves()} == {"left", "right"}
    assert all(move.player == "left" for move in p.moves("left"))
    with pytest.raises(ValueError, match="did you mean `take 2 from heap 1`"):
        position("nim:3").play("take 2 from heap 2")
    rated = position("nim:1,2").rated_moves()
    assert rated[0].wins and not rated[-1].wins
    assert rated[0].value == 0


def test_answers_have_typed_fields() -> None:
    answer = position("nim:3,2 + chomp:banner").solve()
    assert answer.outcome == "first" and answer.nimber == 2
    assert [str(value) for value in answer.part_values] == ["*", "*3"]
    assert answer.complete and answer.stopped is None and answer.kind == "impartial"
    assert {move["move"].split(": ")[0] for move in answer.to_dict()["winning_moves"]} == {"nim", "chomp"}


def test_limits_give_an_answer_without_outcome() -> None:
    answer = position("cram:7x9").solve(positions=1000)
    assert answer.outcome is None and answer.stopped == "out of positions budget"
    assert position("cram:9x9").solve(time=0.05, method="search").stopped == "out of time"
    assert position("cram:9x9").solve(time="50ms", method="search").stopped == "out of time"
    with pytest.raises(grundy.UndecidedError):
        position("cram:9x9").certificate(time=0.05)
    with pytest.raises(TypeError, match="unexpected argument `tim`"):
        position("nim:1").solve(tim=3)  # type: ignore[call-arg]


def test_draws() -> None:
    answer = position("tictactoe:").solve()
    assert answer.outcome == "draw" and len(answer.drawing_moves) == 18 and not answer.winning_moves
    assert repr(answer) == "<answer: tictactoe:...|...|..., draw>" or "draw" in repr(answer)
    assert "draw" in answer.verdict and "draw by" in answer._repr_html_()
    won = position("tictactoe:xx.|oo.|...").solve()
    assert won.outcome == "first" and won.remoteness == (1, 1)
    assert position("tictactoe:xxx|oo.|...").ending("right") == "left"
    assert position("tictactoe:").ending() is None and position("nim:0").ending() is None
    assert position("nim:1").solve().drawing_moves == []


def test_misere() -> None:
    assert position("nim:1,1,1").solve(play="misere").outcome == "second"
    assert position("nim:1,1").solve(play="misere").outcome == "first"
    with pytest.raises(grundy.UnsuitableError, match="is not one of normal, misere"):
        position("nim:1").solve(play="other")  # type: ignore[arg-type]


def test_explanations_and_certificates() -> None:
    lines = position("nim:10,17,21").explain().lines
    assert any("14" in line for line in lines)
    proof = position("cram:3x3").certificate()
    assert proof.check() and len(proof) > 0
    assert grundy.check_certificate(str(proof)).position == "cram:3x3"
    assert pickle.loads(pickle.dumps(proof)) == proof
    assert position("domineering:2x3").certificate(prove="value").kind == "value"
    assert position("nim:1,1").certificate(play="misere").statement == "the first player wins nim:1,1 under misère play"
    with pytest.raises(ValueError, match="not one of nimber, outcome, value"):
        position("nim:1").certificate(prove="winner")  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        grundy.check_certificate(str(proof).replace("nimber", "nimbre"))


def test_state_graphs() -> None:
    import networkx
    import numpy

    graph = position("nim:2,2").state_graph()
    assert len(graph) == 9 and graph.complete
    nimbers = numpy.asarray(graph.nimbers)
    assert nimbers.base is not None and not nimbers.flags.writeable
    made = graph.to_networkx()
    assert isinstance(made, networkx.DiGraph) and made.number_of_nodes() == 9
    assert made.nodes["nim:2,2"]["nimber"] == 0
    assert networkx.is_directed_acyclic_graph(made)
    assert set(grundy.kernel(graph).vertices or ()) == set(graph.kernel_positions)
    assert len(position("nim:2,2").state_graph(merge=True)) == 6
    partisan = position("domineering:2x2").state_graph()
    assert partisan.nimbers is None and partisan.outcomes[0] == "first"
    assert set(networkx.get_edge_attributes(partisan.to_networkx(), "player").values()) == {"left", "right"}
    assert "<svg" in graph._repr_svg_() and "<svg" in partisan._repr_svg_()


def test_pictures() -> None:
    assert "data-move" in position("nim:3")._repr_svg_()
    assert position("nim:3").picture().png().startswith(b"\x89PNG")
    assert "first player wins" in position("nim:3").solve()._repr_html_()


@pytest.mark.parametrize("text", ["nim:3,4,5", "domineering:2x3", "{1|-1}", "chomp:petersen", "nim:1 + cram:2x2"])
def test_pickle(text: str) -> None:
    p = position(text)
    again = pickle.loads(pickle.dumps(p))
    assert p.same(again) and str(again) == str(p)


def test_the_language_of_sentences() -> None:
    assert grundy.language("ca") == "en"
    try:
        assert "el primer" in position("nim:1").solve()._repr_html_() or position("nim:1").solve().reason
        with pytest.raises(ValueError, match="cap joc|no hi ha"):
            position("chmp:petersen")
    finally:
        grundy.language("en")


def test_pages() -> None:
    assert "nim" in grundy.games()
    assert grundy.about("nim")["examples"][0] == "nim:3,4,5"
    with pytest.raises(ValueError, match="did you mean `chomp`"):
        grundy.about("chmp")


def test_many_at_once() -> None:
    answers = grundy.solve_all(f"nim:{n},3" for n in range(5))
    assert [answer.nimber for answer in answers] == [3, 2, 1, 0, 7]
