"""Docstrings, the README, the pages about Python and the notebooks say what is so."""

from __future__ import annotations

import doctest
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Dict, Iterator, Tuple

import pytest

import grundy
from grundy import _games, _grundy, _rooms

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent
DOCS = PACKAGE.parents[1] / "docs"
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL | doctest.NORMALIZE_WHITESPACE


def documented(module: ModuleType) -> Iterator[Tuple[str, str]]:
    """All docstrings of a module with their names."""
    for name, found in vars(module).items():
        if getattr(found, "__module__", module.__name__).split(".")[0] != "grundy":
            continue
        if doc := getattr(found, "__doc__", None):
            yield f"{module.__name__}.{name}", doc
        if inspect.isclass(found):
            for member, value in vars(found).items():
                if doc := getattr(value, "__doc__", None):
                    yield f"{module.__name__}.{name}.{member}", doc


EXAMPLES: Dict[str, str] = {}
for module in (_grundy, _games, _rooms, grundy):
    for named, found in documented(module):
        if ">>>" in found and found not in EXAMPLES.values():
            EXAMPLES[named] = found


def run(name: str, text: str) -> None:
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    failed = doctest.DocTestRunner(optionflags=FLAGS).run(test).failed
    assert failed == 0, name


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_docstring(name: str) -> None:
    run(name, EXAMPLES[name])


def test_there_are_docstrings() -> None:
    assert len(EXAMPLES) > 30
    for name in grundy.__all__:
        assert name == "__version__" or getattr(grundy, name).__doc__, name


@pytest.mark.parametrize("path", [PACKAGE / "README.md", DOCS / "python.md", DOCS / "from-cgsuite.md", DOCS / "from-sagemath.md"])
def test_page(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert ">>>" in text
    run(path.name, text)


NOTEBOOKS = sorted((PACKAGE / "notebooks").glob("*.ipynb"))


def test_there_are_five_notebooks() -> None:
    assert len(NOTEBOOKS) == 5


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path: Path, tmp_path: Path) -> None:
    """It runs, and its page in the docs shows what it shows (``notebooks/render.py`` writes the pages)."""
    sys.path.insert(0, str(PACKAGE / "notebooks"))
    from render import render

    render(path, tmp_path)
    made = sorted(tmp_path.iterdir())
    assert any(page.suffix == ".svg" for page in made)
    for page in made:
        kept = DOCS / "notebooks" / page.name
        assert kept.read_text(encoding="utf-8") == page.read_text(encoding="utf-8"), f"{kept} is not up to date"
