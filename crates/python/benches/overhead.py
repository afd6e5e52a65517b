"""What it costs to ask from Python: ``python crates/python/benches/overhead.py`` with a release build installed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable

import grundy


def best(work: Callable[[], Any], times: int, rounds: int = 7) -> float:
    """Seconds that a call takes, at best."""
    seconds = []
    for _ in range(rounds):
        begin = time.perf_counter()
        for _ in range(times):
            work()
        seconds.append((time.perf_counter() - begin) / times)
    return min(seconds)


def main() -> None:
    """Measures and prints."""
    p = grundy.position("nim:3,4,5")
    whole = best(p.solve, 20_000)
    inside = min(p.solve().seconds for _ in range(2000))
    print(f"position.solve() on nim:3,4,5: {whole * 1e6:.2f} µs, of which the library {inside * 1e6:.2f} µs")
    print(f"position(\"nim:3,4,5\"): {best(lambda: grundy.position('nim:3,4,5'), 20_000) * 1e6:.2f} µs")

    g, h = grundy.value("{3|1}"), grundy.value("^*")
    print(f"10^6 additions of cached values: {best(lambda: g + h, 200_000) * 1e6:.3f} s")

    @grundy.game
    def subtraction(n: int) -> Any:
        return [n - k for k in (1, 2, 3) if k <= n]

    begin, cpu = time.perf_counter(), time.process_time()
    grundy.sequence(subtraction, 600_000)
    seconds, cpu = time.perf_counter() - begin, time.process_time() - cpu
    print(f"a subtraction game written in Python: {600_000 / cpu:,.0f} positions a CPU second ({seconds:.2f} s)")

    texts = [f"nim:{n},{n + 1},{n + 2}" for n in range(100_000)]
    bulk = best(lambda: grundy.solve_all(texts), 1, 3)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as lines:
        lines.write("\n".join(texts))
        lines.flush()
        command = [sys.executable, "-m", "grundy", "batch", lines.name]
        batch = best(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL), 1, 3)
    print(f"100,000 positions of Nim: solve_all {bulk:.2f} s, `grundy batch` {batch:.2f} s")
    begin = time.perf_counter()
    grundy.sequence("0.07", 10**6)
    bulk = time.perf_counter() - begin
    command = [sys.executable, "-m", "grundy", "sequence", "0.07", "--to", "1000000"]
    batch = best(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL), 1, 1)
    print(f"10^6 heaps of 0.07: sequence {bulk:.2f} s, `grundy sequence` {batch:.2f} s")

    def ask(_: int) -> Any:
        return grundy.position("cram:5x6").solve(threads=1, method="search").nimber

    begin, cpu = time.perf_counter(), time.process_time()
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(ask, range(16)))
    wall, cpu = time.perf_counter() - begin, time.process_time() - cpu
    print(f"eight threads: {cpu / wall:.2f} cores used")

    late = []
    for _ in range(5):
        pressed = [0.0]

        def press() -> None:
            pressed[0] = time.perf_counter()
            os.kill(os.getpid(), signal.SIGINT)

        threading.Timer(0.3, press).start()
        try:
            grundy.position("cram:9x9").solve(method="search")
        except KeyboardInterrupt:
            late.append(time.perf_counter() - pressed[0])
    print(f"Ctrl-C is heard within {max(late) * 1e3:.0f} ms")

    def resident() -> float:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

    before = resident()
    for n in range(1_000_000):
        grundy.position("nim:1,2,3")
    print(f"10^6 positions: {resident() - before:+.1f} MiB")
    before = resident()
    for n in range(1_000_000):
        grundy.value(n) + "*"
    print(f"10^6 different values: {resident() - before:+.1f} MiB")
    before = resident()
    for n in range(1_000_000):
        grundy.value(n) + "*"
    print(f"10^6 more: {resident() - before:+.1f} MiB")
    before = resident()
    for n in range(1_000_000):
        p.solve()
    print(f"10^6 answers: {resident() - before:+.1f} MiB")


if __name__ == "__main__":
    main()
