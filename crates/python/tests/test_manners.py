"""Interrupts, progress, threads, forks, memory, bad input, the command."""

from __future__ import annotations

import gc
import html
import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable, List, Tuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy


def interrupted(work: Callable[[], Any], after: float = 0.3) -> float:
    """How long work goes on after Ctrl-C."""
    pressed: List[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    timer.join()
    return time.monotonic() - pressed[0]


def count_down(n: int) -> List[int]:
    return [n - 1] if n else []


def grid(board: int) -> List[int]:
    return [board & ~(1 << k) for k in range(40) if board >> k & 1]


LONG: List[Callable[[], Any]] = [
    lambda: grundy.position("cram:9x9").solve(method="search"),
    lambda: grundy.position("domineering:9x9").solve(),
    lambda: grundy.position("chomp:grid(6,9)").state_graph(),
    lambda: grundy.sequence("0.007", 10**8),
    lambda: grundy.quotient("0.3122", 400) and grundy.sequence("0.6", 10**8),
    lambda: grundy.table("kayles", connected_graphs=10),
    lambda: grundy.game(name="grid_of_forty")(grid).nimber((1 << 40) - 1),
    lambda: grundy.bracelet(2, 26),
]


@pytest.mark.parametrize("number", range(len(LONG)))
def test_an_interrupt_is_heard_and_leaves_everything_usable(number: int) -> None:
    late = interrupted(LONG[number])
    # The promise is a tenth of a second; a machine that does other work meanwhile may take longer to wake a thread.
    assert late < 2.0
    assert grundy.position("nim:3,4,5").nimber == 2
    assert grundy.value("*") + "*" == 0


def test_progress() -> None:
    told: List[int] = []
    grundy.position("cram:7x8").solve(method="search", time=0.6, progress=told.append)
    assert len(told) >= 2 and told == sorted(told) and told[-1] > 0
    grundy.position("cram:3x3").solve(progress=True)
    told.clear()
    grundy.game(name="told_of")(count_down)(5000).solve(progress=told.append)
    assert told

    def refuse(_: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        grundy.position("cram:7x8").solve(method="search", progress=refuse)


def test_eight_threads() -> None:
    texts = [f"cram:4x{n}" for n in range(2, 6)] + ["domineering:3x4", "clobber:xo|ox", "chomp:petersen", "nim:3,4,5"]
    expected = [grundy.position(text).solve().to_dict() for text in texts]

    def ask(text: str) -> Any:
        found = grundy.position(text).solve(threads=1).to_dict()
        g = grundy.value("{3|1}")
        for _ in range(200):
            g = g + "*" - "*"
        assert g == grundy.value("{3|1}")
        return found

    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            for found, right in zip(pool.map(ask, texts), expected):
                assert (found["outcome"], found["value"]) == (right["outcome"], right["value"])


def test_threads_run_side_by_side() -> None:
    """While one thread works, the interpreter is free for another."""
    stop = threading.Event()
    counted = [0]

    def count() -> None:
        while not stop.is_set():
            counted[0] += 1

    counter = threading.Thread(target=count)
    counter.start()
    grundy.position("cram:7x9").solve(method="search", time=0.5)
    stop.set()
    counter.join()
    assert counted[0] > 1000


def test_games_in_python_in_threads() -> None:
    @grundy.game
    def shared(n: int) -> List[int]:
        return [n - k for k in (1, 2, 5) if k <= n]

    right = grundy.sequence("subtract(1,2,5)", 400)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(shared.nimber, range(401))) == list(right)


def nimber_in_child(text: str) -> int:
    return grundy.position(text).nimber


def test_fork() -> None:
    assert grundy.position("cram:3x3").nimber == nimber_in_child("cram:3x3")
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(nimber_in_child, ["nim:3,4,5", "cram:2x3", "chomp:petersen"]) == [2, 1, 2]
        assert pool.map(type(grundy.value(1)).__neg__, [grundy.value("^"), grundy.value(3)]) == [grundy.value("v"), -3]


def resident() -> int:
    """Bytes of the process in memory."""
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is read from /proc")
@pytest.mark.parametrize("kind", ["values", "positions", "answers", "games"])
def test_objects_are_given_back(kind: str) -> None:
    one = grundy.value("1")

    def make(n: int) -> Any:
        if kind == "values":
            return grundy.value(n) + "^"
        if kind == "positions":
            return grundy.position(f"nim:{n},{n + 1}") + "nim:3"
        if kind == "answers":
            return grundy.position(f"nim:{n},7").solve().winning_moves
        return grundy.game(name="again")(count_down).nimber(3) + (one == 1)

    count = {"values": 300_000, "games": 3_000}.get(kind, 40_000)
    for n in range(count // 4):
        make(n)
    gc.collect()
    before = resident()
    for n in range(count // 4, count):
        make(n)
    gc.collect()
    # A store of values is left behind at 64 MiB.
    assert resident() - before < 160 << 20


TEXTS = st.one_of(
    st.text(max_size=40),
    st.text(alphabet="nimchopdeslt:0123456789,.{}|*^v+-()<>=&\"@ xo/#;_'\\\n", max_size=40),
    st.sampled_from(["nim:", "domineering:", "chomp:", "octal(", "{1|", "hackenbush:", "formula:", "col:", "toads:"]).flatmap(
        lambda start: st.text(alphabet="0123456789,.{}|*^v+-()xo:=<>TF_", max_size=20).map(lambda rest: start + rest)
    ),
)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(TEXTS)
def test_no_text_breaks_a_parser(text: str) -> None:
    readers: List[Callable[[str], Any]] = [
        grundy.position,
        grundy.value,
        grundy.formula,
        grundy.cubes,
        grundy.surreal,
        grundy.check_certificate,
        lambda text: grundy.sequence(text, 5),
        lambda text: grundy.quotient(text, 5, positions=1000),
        lambda text: grundy.eval(text, time=0.2, positions=10_000),
    ]
    for reader in readers:
        try:
            reader(text)
        except (ValueError, grundy.UndecidedError) as error:
            assert str(error)


def test_bad_input_has_a_caret() -> None:
    wrong_texts: List[Tuple[Callable[[str], Any], str]] = [
        (grundy.position, "nim:3,,4"),
        (grundy.value, "{1|"),
        (grundy.eval, "mean("),
    ]
    for reader, text in wrong_texts:
        with pytest.raises(grundy.NotationError, match=r"\n +\^"):
            reader(text)
    with pytest.raises(grundy.NotationError, match="0.x"):
        grundy.sequence("0.x", 5)
    for wrong in (None, object(), [], b"nim:1"):
        with pytest.raises(TypeError):
            grundy.position(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            grundy.value(wrong)  # type: ignore[arg-type]


def command(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-m", "grundy", *arguments], capture_output=True, text=True, check=False)


def test_the_command_comes_along() -> None:
    solved = command("solve", "nim:3,4,5", "--format", "json")
    assert solved.returncode == 0 and '"value":"*2"' in solved.stdout
    assert command("solve", "chmp:petersen").returncode == 2
    assert "did you mean `chomp`" in command("solve", "chmp:petersen").stderr
    assert command("solve", "cram:9x9", "--method", "search", "--time", "50ms").returncode == 3
    script = os.path.join(os.path.dirname(sys.executable), "grundy")
    if os.path.exists(script):
        assert subprocess.run([script, "eval", "1 + *"], capture_output=True, text=True, check=True).stdout == "1*\n"


def test_widget() -> None:
    pytest.importorskip("anywidget")
    board = grundy.position("nim:3,4,5").widget()
    assert "data-move" in board.svg and board.status == "It is your turn."
    assert board.hint() == "take 2 from heap 1"
    board._told(None, {"kind": "play", "move": "take 2 from heap 1"}, [])
    assert board.status.startswith("The computer plays: ")
    while board.moves:
        board.move(board.hint())
    assert board.status.endswith("You have won!")
    board._told(None, {"kind": "restart"}, [])
    assert str(board.position) == "nim:3,4,5"
    board.move("take 1 from heap 1")
    board.undo()
    assert str(board.position) == "nim:3,4,5"
    board._told(None, {"kind": "play", "move": "no such move"}, [])
    second = grundy.position("nim:1,2").widget(you="second")
    assert second.status.startswith("The computer plays: take 1 from heap 2")
    partisan = grundy.position("domineering:2x2").widget(you="right")
    assert partisan.turn == "right"
    mine = grundy.game(name="in_a_widget")(count_down)(3).widget(play="misere")
    assert mine.moves == ["to 2"]
    with pytest.raises(ValueError):
        grundy.position("nim:1").widget(you="left")
    with pytest.raises(ValueError):
        board.move("no such move")


def test_a_widget_keeps_things_in_their_places() -> None:
    pytest.importorskip("anywidget")
    board = grundy.position("clobber:xox|oxo").widget()
    label, path, takes, _ = board.ways[0]
    assert len(path) > 1 and takes and label in board.moves
    size = board.svg.split('viewBox="')[1].split('"')[0]
    board._told(None, {"kind": "play", "move": label, "path": path}, [])
    assert board.svg.split('viewBox="')[1].split('"')[0] == size
    noughts = grundy.position("tictactoe:").widget()
    while noughts.moves:
        noughts.move(noughts.hint())
    assert noughts.status.endswith("The game is a draw.")


# A model as notebooks have it, a click on every part that a way names, and what the page then says.
PAGE = """<!doctype html><meta charset="utf-8"><div id="cell"></div><pre id="told"></pre><script type="module">
import widget from "./widget.js";
const state = STATE;
const told = [];
const model = { get: (name) => state[name], send: (message) => told.push(message), on: () => {} };
const cell = document.getElementById("cell");
widget.render({ model, el: cell });
const part = (key) => [...cell.querySelectorAll(".part")].find((part) => part.dataset.key === key);
const legal = state.ways.filter((way) => state.moves.includes(way[0]));
for (const way of legal) for (const key of way[1]) part(key).dispatchEvent(new MouseEvent("click", { bubbles: true }));
cell.querySelector(".grundy-moves button").click();
cell.querySelector(".grundy-buttons button").click();
document.getElementById("told").textContent = JSON.stringify(told);
</script>"""


@pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no browser")
@pytest.mark.parametrize("text", ["nim:3,2", "clobber:xox|oxo"])
def test_the_page_of_a_widget(text: str, tmp_path: Path) -> None:
    """Every move is made by clicking what its way says."""
    pytest.importorskip("anywidget")
    board = grundy.position(text).widget()
    state = {name: getattr(board, name) for name in ("words", "listed", "svg", "ways", "status", "moves")}
    (tmp_path / "widget.js").write_text(str(board._esm), encoding="utf-8")
    (tmp_path / "page.html").write_text(PAGE.replace("STATE", json.dumps(state)), encoding="utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--dump-dom"]
    page = subprocess.run(["chromium", *flags, f"file://{tmp_path}/page.html"], capture_output=True, text=True, check=True)
    told = json.loads(html.unescape(page.stdout.split('<pre id="told">')[1].split("</pre>")[0]))
    ways = [{"kind": "play", "move": way[0], "path": way[1]} for way in board.ways if way[0] in board.moves]
    assert {way["move"] for way in ways} == set(board.moves)
    assert told == [*ways, {"kind": "play", "move": board.moves[0], "path": []}, {"kind": "undo"}]
