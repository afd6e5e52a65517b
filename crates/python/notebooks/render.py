"""Runs the notebooks and writes them into ``docs/notebooks`` as pages: ``python crates/python/notebooks/render.py [FOLDER]``."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Dict, List

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent
PAGES = HERE.parents[2] / "docs" / "notebooks"


def shown(data: Dict[str, Any], name: str, folder: Path) -> List[str]:
    """What a cell shows: the richest form that a page can have."""
    if "image/svg+xml" in data:
        (folder / name).write_text(data["image/svg+xml"], encoding="utf-8")
        return [f"![]({name})", ""]
    if "text/html" in data:
        return [data["text/html"].strip(), ""]
    if "text/latex" in data:
        return [data["text/latex"].strip(), ""]
    return ["```", data.get("text/plain", "").rstrip(), "```", ""]


def render(source: Path, folder: Path) -> None:
    """Runs one notebook and writes its page."""
    # Sets of texts are printed in an order that depends on this.
    os.environ["PYTHONHASHSEED"] = "0"
    notebook: Any = nbformat.read(source, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(HERE)}}).execute()
    lines: List[str] = []
    pictures = 0
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            lines += [cell.source.strip(), ""]
            continue
        lines += ["```python", cell.source.rstrip(), "```", ""]
        for output in cell.outputs:
            if output.output_type == "stream":
                lines += ["```", output.text.rstrip(), "```", ""]
            elif "application/vnd.jupyter.widget-view+json" in output.get("data", {}):
                lines += ["*(a board to play on)*", ""]
            elif "data" in output:
                pictures += "image/svg+xml" in output.data
                lines += shown(output.data, f"{source.stem}-{pictures}.svg", folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{source.stem}.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


def main() -> None:
    """Renders all notebooks."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGES
    folder.mkdir(parents=True, exist_ok=True)
    for source in sorted(HERE.glob("*.ipynb")):
        render(source, folder)


if __name__ == "__main__":
    main()
