"""What all tests share."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator, List, Tuple

REFERENCE = Path(__file__).resolve().parents[3] / "tests" / "reference"


def reference(name: str) -> Iterator[List[str]]:
    """The rows of a reference table, without its heading and remarks."""
    lines = (REFERENCE / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    yield from rows[1:]


def sampled(rows: Iterator[List[str]], most: int) -> List[List[str]]:
    """At most so many of the rows, evenly spread."""
    listed = list(rows)
    step = max(1, len(listed) // most)
    return listed[::step]


def pairs(name: str, most: int, prop: str = "value") -> List[Tuple[str, str]]:
    """Inputs and expectations of one property."""
    return [(row[0], row[2]) for row in sampled((row for row in reference(name) if row[1] == prop), most)]
