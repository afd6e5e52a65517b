"""What it costs to ask from Python: ``python crates/python/benches/overhead.py`` with a release build installed.

Times are of the processor, so that other work on the machine does not count, but for those that somebody waits.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, List, Tuple

import grundy


def best(work: Callable[[], Any], times: int, rounds: int = 7) -> float:
    """Seconds of the processor that a call takes, at best."""
    seconds = []
    for _ in range(rounds):
        begin = time.process_time()
        for _ in range(times):
            work()
        seconds.append((time.process_time() - begin) / times)
    return min(seconds)


def children() -> float:
    """Seconds of the processor that commands have taken so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def command(*arguments: str, rounds: int = 3) -> float:
    """Seconds of the processor that the command takes, at best."""
    seconds = []
    for _ in range(rounds):
        begin = children()
        subprocess.run([sys.executable, "-m", "grundy", *arguments], check=True, stdout=subprocess.DEVNULL)
        seconds.append(children() - begin)
    return min(seconds)


def single_questions() -> None:
    """Questions that the library answers at once."""
    p = grundy.position("nim:3,4,5")
    whole = best(p.solve, 20_000)
    inside = min(p.solve().seconds for _ in range(20_000))
    print(f"position.solve() on nim:3,4,5: {whole * 1e6:.2f} µs, of which the library {inside * 1e6:.2f} µs (goal: 10 µs beyond it)")
    print(f"position(\"nim:3,4,5\"): {best(lambda: grundy.position('nim:3,4,5'), 20_000) * 1e6:.2f} µs")
    g, h = grundy.value("{3|1}"), grundy.value("^*")
    print(f"10^6 additions of cached values: {best(lambda: g + h, 200_000) * 1e6:.3f} s (goal: 1 s)")
    print(f"10^6 comparisons for equality: {best(lambda: g == h, 200_000) * 1e6:.3f} s, for order: {best(lambda: g < h, 200_000) * 1e6:.3f} s")


def games_in_python() -> None:
    """Rules that are Python functions."""

    @grundy.game
    def subtraction(n: int) -> Any:
        return [n - k for k in (1, 2, 3) if k <= n]

    begin = time.process_time()
    grundy.sequence(subtraction, 600_000)
    rate = 600_000 / (time.process_time() - begin)
    print(f"a subtraction game written in Python: {rate:,.0f} positions a CPU second (goal: 300,000)")
    subtraction.forget()
    begin = time.process_time()
    subtraction.nimber(600_000)
    print(f"one heap of it, searched: {600_000 / (time.process_time() - begin):,.0f} positions a CPU second")


def many_at_once() -> None:
    """Bulk calls beside the command."""
    texts = [f"nim:{n},{n + 1},{n + 2}" for n in range(100_000)]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as lines:
        lines.write("\n".join(texts))
        lines.flush()
        batch = command("batch", lines.name)
    solved = best(lambda: grundy.solve_all(texts), 1, 3)
    print(f"100,000 positions of Nim, CPU: solve_all {solved:.2f} s, table {best(lambda: grundy.table(texts), 1, 3):.2f} s, `grundy batch` {batch:.2f} s")
    for rule in ("0.07", "0.6"):
        to = 10**6 if rule == "0.07" else 50_000
        found = best(lambda: grundy.sequence(rule, to), 1, 3)
        print(f"{to:,} heaps of {rule}, CPU: sequence {found:.2f} s, `grundy sequence` {command('sequence', rule, '--to', str(to)):.2f} s")
    found = best(lambda: grundy.table("kayles", connected_graphs=7), 1, 3)
    print(f"Node Kayles on graphs of 7 vertices, CPU: table {found:.2f} s, `grundy table` {command('table', 'kayles', '--connected-graphs', '7'):.2f} s")


def threads() -> None:
    """Eight threads on however many cores there are."""

    def ask(_: int) -> Any:
        return grundy.position("cram:5x6").solve(threads=1, method="search").nimber

    begin, cpu = time.perf_counter(), time.process_time()
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(ask, range(32)))) == 1
    wall, cpu = time.perf_counter() - begin, time.process_time() - cpu
    print(f"eight threads: {cpu / wall:.2f} cores used")


def interrupts() -> None:
    """How late Ctrl-C is heard."""
    late: List[float] = []
    for _ in range(10):
        pressed = [0.0]

        def press() -> None:
            pressed[0] = time.perf_counter()
            os.kill(os.getpid(), signal.SIGINT)

        threading.Timer(0.3, press).start()
        try:
            grundy.position("cram:9x9").solve(method="search")
        except KeyboardInterrupt:
            late.append(time.perf_counter() - pressed[0])
    print(f"Ctrl-C is heard within {max(late) * 1e3:.0f} ms, mostly {sorted(late)[len(late) // 2] * 1e3:.0f} ms (goal: 100 ms)")


def memory() -> None:
    """What is left behind by a million objects."""

    def resident() -> float:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

    p = grundy.position("nim:3,4,5")
    works: List[Tuple[str, Callable[[int], object]]] = [
        ("positions", lambda n: grundy.position("nim:1,2,3")),
        ("different values", lambda n: grundy.value(n) + "*"),
        ("the same values again", lambda n: grundy.value(n) + "*"),
        ("answers", lambda n: p.solve()),
        ("moves", lambda n: p.winning_moves),
    ]
    for name, work in works:
        before = resident()
        for n in range(1_000_000):
            work(n)
        print(f"10^6 {name}: {resident() - before:+.1f} MiB")


def main() -> None:
    """Measures and prints."""
    for part in (single_questions, games_in_python, many_at_once, threads, interrupts, memory):
        part()


if __name__ == "__main__":
    main()
