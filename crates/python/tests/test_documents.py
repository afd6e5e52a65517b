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
def test_notebook(path: Path) -> None:
    """It runs, and its page in the docs says what it shows (``notebooks/render.py`` writes the pages). How pictures are drawn is no
    matter here: that they are pictures, and which words stand in them, is."""
    sys.path.insert(0, str(PACKAGE / "notebooks"))
    from render import essence, render

    made = render(path)
    kept = {page.name: page.read_text(encoding="utf-8") for page in (DOCS / "notebooks").glob(f"{path.stem}*")}
    assert any(name.endswith(".svg") for name in made)
    assert sorted(made) == sorted(kept)
    for name, text in made.items():
        assert essence(name, kept[name]) == essence(name, text), f"{name} is not up to date: python notebooks/render.py"


def test_the_essence_of_a_page() -> None:
    """A page may differ in style and effort, and not in what it says."""
    sys.path.insert(0, str(PACKAGE / "notebooks"))
    from render import essence

    assert essence("a.md", "searched 1,234 positions in 2.5 ms") == essence("a.md", "searched 99 positions in 17 ms")
    assert essence("a.md", "nim:3 = *3") != essence("a.md", "nim:3 = *2")
    drawn = '<svg xmlns="http://www.w3.org/2000/svg"><style>a {b}</style><rect x="%d"/><text>3</text></svg>'
    assert essence("a.svg", drawn % 1) == essence("a.svg", drawn % 2) == ["3"]
