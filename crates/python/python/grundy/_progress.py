"""Progress bars."""

from __future__ import annotations

from typing import Any, Protocol


class Reporter(Protocol):
    """Whoever is told how many positions were visited."""

    def __call__(self, positions: int, /) -> object: ...


class _Bar:
    """A bar of tqdm that counts positions."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar
        self._told = 0

    def __call__(self, positions: int, /) -> None:
        self._bar.update(positions - self._told)
        self._told = positions

    def close(self) -> None:
        self._bar.close()


def bar() -> Reporter | None:
    """A bar of tqdm, if tqdm is there."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return _Bar(tqdm(unit=" positions", unit_scale=True, leave=False))
