"""Runs the notebooks and writes them into ``docs/notebooks`` as pages: ``python crates/python/notebooks/render.py [FOLDER]``."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any, Dict, List
from xml.etree import ElementTree

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent
PAGES = HERE.parents[2] / "docs" / "notebooks"


_SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)


class Page:
    """A page that is being written, with its pictures beside it."""

    def __init__(self, name: str) -> None:
        """Begins with nothing."""
        self.name = name
        self.lines: List[str] = []
        self.pictures: Dict[str, str] = {}

    def add(self, *lines: str) -> None:
        """Adds a block."""
        self.lines += [*lines, ""]

    def picture(self, svg: str) -> str:
        """The name of a picture that is kept in a file: pages show no pictures that stand in their text."""
        name = f"{self.name}-{len(self.pictures) + 1}.svg"
        self.pictures[name] = svg.strip() + "\n"
        return name

    def show(self, data: Dict[str, Any]) -> None:
        """What a cell shows: the richest form that a page can have."""
        if "application/vnd.jupyter.widget-view+json" in data:
            self.add("*(a board to play on)*")
        elif "image/svg+xml" in data:
            self.add(f"![]({self.picture(data['image/svg+xml'])})")
        elif "text/html" in data:
            html = _SVG.sub(lambda found: f'<img src="{self.picture(found.group())}" alt="">', data["text/html"])
            self.add(html.strip())
        elif "text/latex" in data:
            self.add(data["text/latex"].strip())
        else:
            self.add("```", data.get("text/plain", "").rstrip(), "```")

    def files(self) -> Dict[str, str]:
        """The page and its pictures, by name."""
        return {f"{self.name}.md": "\n".join(self.lines).rstrip() + "\n", **self.pictures}


def render(source: Path) -> Dict[str, str]:
    """Runs one notebook; returns its page and its pictures."""
    # Sets of texts are printed in an order that depends on this.
    os.environ["PYTHONHASHSEED"] = "0"
    notebook: Any = nbformat.read(source, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(HERE)}}).execute()
    page = Page(source.stem)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            page.add(cell.source.strip())
            continue
        page.add("```python", cell.source.rstrip(), "```")
        for output in cell.outputs:
            if output.output_type == "stream":
                page.add("```", output.text.rstrip(), "```")
            elif "data" in output:
                page.show(output.data)
    return page.files()


_EFFORT = re.compile(r"\b\d[\d,.]* (positions|µs|ms|s)\b")


def essence(name: str, text: str) -> List[str]:
    """What a page says, without what depends on the machine, and without how its pictures are drawn: of those, the words in them."""
    if name.endswith(".svg"):
        words = (element.text for element in ElementTree.fromstring(text).iter() if element.tag.endswith("}text"))
        return sorted(word.strip() for word in words if word)
    text = _EFFORT.sub(r"N \1", text)
    return [line for line in (" ".join(line.split()) for line in text.splitlines()) if line]


def main() -> None:
    """Renders all notebooks."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGES
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    for source in sorted(HERE.glob("*.ipynb")):
        for name, text in render(source).items():
            (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
