"""The types of limits and settings, for type checkers."""

from __future__ import annotations

import sys
from datetime import timedelta
from typing import TYPE_CHECKING, Callable, Literal, Union

if sys.version_info >= (3, 12):
    from typing import TypedDict, Unpack
else:
    from typing_extensions import TypedDict, Unpack

if TYPE_CHECKING:
    from grundy._progress import Reporter

__all__ = ["Kind", "Limits", "Method", "Outcome", "Play", "Player", "Unpack"]

Play = Literal["normal", "misere"]
Method = Literal["auto", "theorem", "kernel", "search", "value", "recursion", "retrograde"]
Outcome = Literal["first", "second", "left", "right", "draw", "left-first", "right-first", "left-second", "right-second"]
Player = Literal["left", "right"]
Kind = Literal["impartial", "partisan"]


class Limits(TypedDict, total=False):
    """What a question may take."""

    time: Union[float, str, timedelta, None]
    """Seconds, or a text such as ``"500ms"``."""
    memory: Union[int, str, None]
    """Bytes of tables, or a text such as ``"2GiB"``."""
    positions: Union[int, None]
    """Positions that may be visited."""
    threads: Union[int, None]
    """Threads of a search; 0 for one a core."""
    progress: Union[bool, Reporter, Callable[[int], object], None]
    """``True`` for a bar of tqdm, or a function that is told how many positions were visited."""
