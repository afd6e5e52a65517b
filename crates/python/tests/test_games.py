"""Games written in Python."""

from __future__ import annotations

import pickle
from typing import Any, Iterator, List, Tuple

import pytest

import grundy


@grundy.game
def take_three(n: int) -> Iterator[int]:
    """One heap; take one, two or three."""
    for k in (1, 2, 3):
        if k <= n:
            yield n - k


Board = Tuple[Tuple[int, ...], ...]


class DomineeringRules:
    """Dominoes on a board of free (0) and taken (1) cells: Left's stand, Right's lie."""

    def left(self, board: Board) -> Iterator[Board]:
        yield from self._placed(board, 1, 0)

    def right(self, board: Board) -> Iterator[Board]:
        yield from self._placed(board, 0, 1)

    def _placed(self, board: Board, down: int, across: int) -> Iterator[Board]:
        rows = len(board)
        for r in range(rows - down):
            for c in range(len(board[0]) - across):
                if not board[r][c] and not board[r + down][c + across]:
                    cells = [list(row) for row in board]
                    cells[r][c] = cells[r + down][c + across] = 1
                    yield tuple(tuple(row) for row in cells)

    def symmetries(self, board: Board) -> List[Board]:
        mirrored = tuple(row[::-1] for row in board)
        return [board, mirrored, board[::-1], mirrored[::-1]]

    def negative(self, board: Board) -> Board:
        return tuple(zip(*board))


PythonDomineering = grundy.game(DomineeringRules)


def free(rows: int, columns: int) -> Board:
    return tuple((0,) * columns for _ in range(rows))


def test_a_function_is_a_game() -> None:
    assert [take_three.nimber(n) for n in range(9)] == [0, 1, 2, 3, 0, 1, 2, 3, 0]
    p = take_three(7)
    assert str(p) == "take_three:7" and p.state == 7
    assert [move.label for move in p.winning_moves] == ["to 4"]
    assert p.solve(play="misere").outcome == "first"
    assert p.solve(method="kernel").nimber == 3
    assert p.play("to 4").outcome == "second"
    assert (p + "nim:3").outcome == "second" and (p + "nim:2").outcome == "first"
    assert p == grundy.nimber(3)
    assert grundy.position("take_three:7 + nim:3").outcome == "second"
    assert grundy.sequence(take_three, 100).period is not None
    assert p.certificate().check()
    assert len(p.state_graph()) == 8
    assert "wins" in str(p.explain())
    assert grundy.eval("take_three:7") == grundy.nimber(3)


@pytest.mark.parametrize("rows", [1, 2, 3, 4])
@pytest.mark.parametrize("columns", [1, 2, 3, 4])
def test_domineering_in_python_has_the_values_of_the_built_in_game(rows: int, columns: int) -> None:
    mine = PythonDomineering(free(rows, columns))
    built_in = grundy.position(f"domineering:{rows}x{columns}")
    assert mine.value == built_in.value
    assert mine.outcome == built_in.outcome
    assert (mine - built_in).outcome == "second"


def test_negatives() -> None:
    p = PythonDomineering(free(2, 3))
    assert (p - p).outcome == "second"
    assert (-p).value == -p.value

    @grundy.game
    def more_for_left(n: int, player: str) -> Iterator[int]:
        if n > 0 and (player == "left" or n > 2):
            yield n - 1

    q = more_for_left(5)
    assert q.is_partisan and (-q).value == -q.value and str(-q) == "more_for_left(swapped):5"
    assert grundy.position(str(-q)).same(-q)


def test_sums_as_options_and_splits() -> None:
    @grundy.game
    def kayles_in_python(n: int) -> Iterator[Any]:
        for hit in (1, 2):
            for left in range(n - hit + 1):
                yield grundy.Sum(left, n - hit - left)

    assert grundy.sequence(kayles_in_python, 60)[:] == grundy.sequence("0.77", 60)[:]
    sum_of_two = kayles_in_python(4).moves()[1].to
    assert len(kayles_in_python(4).moves()) == 4 + 3
    assert grundy.position(str(sum_of_two)).same(sum_of_two)
    assert sum_of_two.nimber == kayles_in_python.nimber(1) ^ kayles_in_python.nimber(2)
    assert kayles_in_python(9).certificate().check()

    @grundy.game(split=lambda heaps: [(heap,) for heap in heaps], key=tuple)
    def nim_in_lists(heaps: List[int]) -> Iterator[List[int]]:
        for place, heap in enumerate(heaps):
            for left in range(heap):
                yield [*heaps[:place], left, *heaps[place + 1 :]]

    assert nim_in_lists([3, 4, 5]).nimber == 2
    assert nim_in_lists([3, 4, 5]).solve(play="misere").outcome == grundy.position("nim:3,4,5").solve(play="misere").outcome
    assert len(nim_in_lists([1, 2]).split()) == 2


class Refused(Exception):
    pass


def test_errors_are_the_users_own() -> None:
    @grundy.game
    def breaks_at_three(n: int) -> Iterator[int]:
        if n == 3:
            raise Refused("three")
        yield from range(n)

    assert breaks_at_three.nimber(2) == 2
    for ask in (breaks_at_three.nimber, breaks_at_three.outcome, lambda n: breaks_at_three(n).explain()):
        with pytest.raises(Refused, match="three") as raised:
            ask(5)
        assert any(entry.name == "breaks_at_three" for entry in raised.traceback)
    with pytest.raises(Refused):
        grundy.sequence(breaks_at_three, 10)
    with pytest.raises(Refused):
        (breaks_at_three(5) + "nim:2").solve()
    assert breaks_at_three.nimber(2) == 2

    for hook in ("key", "split", "symmetries", "nimber"):

        def fail(*_: Any) -> Any:
            raise Refused(hook)

        broken = grundy.game(**{hook: fail}, name=f"broken_{hook}")(lambda n: range(n))  # type: ignore[call-overload]
        with pytest.raises(Refused, match=hook):
            broken.nimber(4)
    for hook in ("text", "label", "draw"):
        broken = grundy.game(**{hook: fail}, name=f"broken_{hook}")(lambda n: range(n))  # type: ignore[call-overload]
        with pytest.raises(Refused):
            _ = [str(move) for move in broken(4).moves()], broken(4)._repr_svg_()


def test_endless_play_is_refused() -> None:
    @grundy.game
    def to_and_fro(n: int) -> List[int]:
        return [1 - n]

    with pytest.raises(ValueError, match="for ever: 0 → 1 → 0"):
        to_and_fro.nimber(0)

    @grundy.game
    def stands_still(n: int) -> List[int]:
        return [n]

    with pytest.raises(ValueError, match="leads back to the position"):
        stands_still.nimber(0)

    @grundy.game
    def grows(n: int) -> List[int]:
        return [n + 1]

    assert grows(0).solve(positions=20_000).outcome is None


def test_draws_are_declared_or_go_round() -> None:
    @grundy.game(loops=True)
    def to_and_fro_for_ever(n: int) -> List[int]:
        return {0: [1], 1: [0, 2], 2: [], 3: [2]}[n]

    assert to_and_fro_for_ever.outcome(3) == "first" and to_and_fro_for_ever.outcome(1) == "first"
    assert to_and_fro_for_ever.outcome(0) == "second"

    @grundy.game(loops=True)
    def round_and_round(n: int) -> List[int]:
        return [(n + 1) % 3]

    assert round_and_round.outcome(0) == "draw"
    with pytest.raises(ValueError, match="may be drawn"):
        grundy.sequence(round_and_round, 10)

    class Noughts:
        """Noughts and crosses."""

        lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

        def moves(self, board: str, player: str) -> Iterator[str]:
            for cell, mark in enumerate(board):
                if mark == ".":
                    yield board[:cell] + ("x" if player == "left" else "o") + board[cell + 1 :]

        def ending(self, board: str) -> "str | None":
            for a, b, c in self.lines:
                if board[a] != "." and board[a] == board[b] == board[c]:
                    return "left" if board[a] == "x" else "right"
            return None if "." in board else "draw"

        def symmetries(self, board: str) -> List[str]:
            turned = "".join(board[k] for k in (6, 3, 0, 7, 4, 1, 8, 5, 2))
            return [board, board[::-1], turned, turned[::-1]]

    # Type checkers believe that a decorated class stays what it is.
    noughts = grundy.game(Noughts)
    for board in ("." * 9, "x...o....", "xx..o....", "xxx......"):
        built_in = grundy.position("tictactoe:" + "|".join(board[row : row + 3] for row in (0, 3, 6)))
        assert noughts.outcome(board) == built_in.outcome, board
    assert noughts("xxx......").ending("right") == "left" and noughts("xxx......").moves() == []
    assert noughts("." * 9).widget().status == "It is your turn."
    wrong = grundy.game(ending=lambda n: "nobody", name="wrong_ending")(lambda n: range(n))
    with pytest.raises(ValueError, match="`nobody` is not one of"):
        wrong.outcome(2)


def test_unhashable_positions_say_so() -> None:
    @grundy.game
    def lists(heaps: List[int]) -> List[List[int]]:
        return []

    with pytest.raises(TypeError, match="unhashable"):
        lists([1])


def test_the_conformance_suite() -> None:
    assert grundy.check(take_three, range(12))
    assert grundy.check(PythonDomineering, [free(r, c) for r in range(1, 4) for c in range(1, 4)])
    wrong = grundy.game(nimber=lambda n: 0, name="wrong_nimber")(lambda n: range(n))
    assert any("states 0" in problem for problem in grundy.check(wrong, range(4)).problems)
    wrong = grundy.game(split=lambda n: [n, n], name="wrong_split")(lambda n: range(n))
    assert not grundy.check(wrong, range(4))
    wrong = grundy.game(symmetries=lambda n: [0], name="wrong_images")(lambda n: range(n))
    assert not grundy.check(wrong, range(4))
    wrong = grundy.game(label=lambda n, m: "a move", name="wrong_labels")(lambda n: range(n))
    assert any("same name" in problem for problem in grundy.check(wrong, range(4)).problems)


def test_drawing() -> None:
    def draw(n: int) -> grundy.Picture:
        picture = grundy.Picture(f"{n} coins")
        for place in range(n):
            picture = picture.circle(30 * place, 0, 12, role="token", move=f"to {n - 1 - place}" if place < 3 else None)
        return picture

    coins = grundy.game(draw=draw, name="drawn_coins")(lambda n: [n - k for k in (1, 2, 3) if k <= n])
    svg = coins(5)._repr_svg_()
    assert svg.count("<circle") == 5 and 'data-move="to 4"' in svg
    assert 'data-move="drawn_coins: to 4"' in (coins(5) + "nim:3")._repr_svg_()
    own = grundy.game(draw=lambda n: "<svg><text>mine</text></svg>", name="own_svg")(lambda n: range(n))
    assert own(3)._repr_svg_() == "<svg><text>mine</text></svg>"


def test_names() -> None:
    with pytest.raises(ValueError, match="already"):
        grundy.game(name="nim")(lambda n: range(n))
    with pytest.raises(ValueError, match="cannot be the name"):
        grundy.game(name="a b")(lambda n: range(n))
    with pytest.raises(TypeError, match="a game has `moves"):
        grundy.game(type("Nothing", (), {"moves": None, "left": None}))
    with pytest.raises(TypeError, match="unexpected argument"):
        grundy.game(colour=3)(lambda n: range(n))  # type: ignore[call-overload]


def test_pickle_and_forgetting() -> None:
    p = take_three(6) + "nim:2"
    again = pickle.loads(pickle.dumps(p))
    assert str(again) == str(p) and again.outcome == p.outcome
    before = take_three(6)
    take_three.forget()
    assert take_three.met == 0
    assert before.nimber == 2 and take_three.nimber(6) == 2
    assert (before + take_three(6)).outcome == "second"


def test_deep_games() -> None:
    assert take_three.nimber(100_000) == 0
    take_three.forget()
