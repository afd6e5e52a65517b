"""Whole tables on disk, filled by the command and read from Python."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import grundy


def filled(start: str, folder: Path) -> Path:
    """The table of a position, filled by the command."""
    out = folder / "table.zarr"
    subprocess.run([sys.executable, "-m", "grundy", "table", start, "--all", "--out", str(out)], check=True, capture_output=True)
    return out


@pytest.fixture(scope="module")
def cram(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return filled("cram:3x4", tmp_path_factory.mktemp("cram"))


def test_a_table_of_nimbers(cram: Path) -> None:
    table = grundy.WholeTable(cram)
    assert (table.start, len(table), table.folder) == ("cram:3x4", 2**12, cram)
    assert sum(table.census.values()) == len(table)
    for text in ("cram:3x4", "cram:3x3", "cram:..#|...", "cram:2x3 + cram:1x2"):
        found = table.probe(text)
        searched = grundy.position(text).solve(method="search")
        assert (found.nimber, found.outcome, found.value) == (searched.nimber, searched.outcome, searched.value), text
    assert grundy.probe(cram, "cram:3x3").nimber == grundy.probe(table, grundy.position("cram:3x3")).nimber
    assert pickle.loads(pickle.dumps(table)).start == "cram:3x4"
    for outside in ("cram:5x5", "nim:3"):
        with pytest.raises(ValueError, match="is not in the table of cram:3x4"):
            table.probe(outside)


def test_searches_ask_tables_first(cram: Path) -> None:
    for table in (cram, str(cram), grundy.WholeTable(cram), [cram]):
        answer = grundy.position("cram:3x4").solve(table=table)
        assert f"found in the table {cram}" in answer.reason
        assert answer.nimber == grundy.position("cram:3x4").nimber
    both = grundy.position("cram:3x4 + nim:2").solve(table=cram)
    assert both.nimber == grundy.position("cram:3x4").nimber ^ 2
    assert [found.outcome for found in grundy.solve_all(["cram:2x3", "cram:3x3"], table=cram)] == ["first", "second"]


def test_a_table_of_outcomes(tmp_path: Path) -> None:
    table = grundy.WholeTable(filled("domineering:3x3", tmp_path))
    found = table.probe("domineering:2x3")
    assert (found.outcome, found.nimber) == (grundy.position("domineering:2x3").outcome, None)
    with pytest.raises(ValueError, match="outcomes of sums"):
        table.probe("domineering:2x2 + domineering:1x2")


def test_what_is_no_table_says_so(tmp_path: Path, cram: Path) -> None:
    with pytest.raises(FileNotFoundError):
        grundy.WholeTable(tmp_path / "nothing")
    with pytest.raises(FileNotFoundError):
        grundy.position("cram:3x4").solve(table=tmp_path / "nothing")
    with pytest.raises(TypeError):
        grundy.probe(3, "cram:3x3")  # type: ignore[arg-type]
    description = (cram / "zarr.json").read_text(encoding="utf-8")
    for number, spoiled in enumerate(["", "{}", description[:-5], description.replace("cram:3x4", "cram:4x4")]):
        folder = tmp_path / f"spoiled{number}"
        folder.mkdir()
        (folder / "zarr.json").write_text(spoiled, encoding="utf-8")
        with pytest.raises(ValueError):
            grundy.WholeTable(folder)


def test_zarr_reads_the_same_numbers(cram: Path) -> None:
    zarr = pytest.importorskip("zarr")
    cells = zarr.open_array(str(cram), mode="r")
    assert cells.attrs["grundy"]["start"] == "cram:3x4"
    packed = cells[:]
    table = grundy.WholeTable(cram)
    counts = [0] * 16
    for number in range(len(table)):
        counts[int(packed[number // 2]) >> 4 * (number % 2) & 15] += 1
    assert {name: count for name, count in zip(["0", "*"] + [f"*{n}" for n in range(2, 16)], counts) if count} == table.census


def test_data_frames_read_an_export(tmp_path: Path, cram: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "cram.parquet"
    command = [sys.executable, "-m", "grundy", "table", "export", str(cram), "--format", "parquet", "--to", str(file)]
    subprocess.run(command, check=True, capture_output=True)
    rows = parquet.read_table(file)
    assert rows.column_names == ["position", "nimber"]
    assert rows.schema.metadata[b"start"] == b"cram:3x4"
    table = grundy.WholeTable(cram)
    assert rows.num_rows == len(table)
    for row in rows.slice(0, 300).to_pylist():
        assert table.probe(row["position"]).nimber == row["nimber"], row
    counts = rows.column("nimber").value_counts().to_pylist()
    names = {count["values"]: count["counts"] for count in counts}
    assert {("0" if n == 0 else "*" if n == 1 else f"*{n}"): count for n, count in names.items()} == table.census
