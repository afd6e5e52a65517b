"""What notebooks show."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, List

from grundy._grundy import sentence

if TYPE_CHECKING:
    from grundy._grundy import Answer, Table

_SHOWN_MOVES = 12
_SHOWN_ROWS = 30


def preformatted(text: str) -> str:
    """A text as it stands."""
    return f"<pre>{escape(text)}</pre>"


def answer(found: Answer) -> str:
    """An answer with its board, its moves and its reason."""
    value = found.value
    worth = f" = ${value.latex}$" if value is not None else ""
    rows = [f"<b>{escape(found.verdict)}</b>: <code>{escape(str(found.position))}</code>{worth}"]
    for moves, by in ((found.winning_moves, "win by"), (found.drawing_moves, "draw by")):
        for player, starts in ((None, ""), ("left", "Left starts"), ("right", "Right starts")):
            labels = [str(move) for move in moves if move.player == player]
            if labels:
                heading = f"{sentence(starts).rstrip(',')}, {sentence(by)}" if starts else sentence(by)
                rows.append(f"{heading}: {escape(_listed(labels))}")
    rows.append(f"{sentence('because')}: {escape(found.reason)}")
    board = found.position._repr_svg_()
    return f"<div>{board}<p>{'<br>'.join(rows)}</p></div>"


def _listed(labels: List[str]) -> str:
    shown = ", ".join(labels[:_SHOWN_MOVES])
    more = len(labels) - _SHOWN_MOVES
    return sentence("{list}, and {count} more").format(list=shown, count=more) if more > 0 else shown


def table(found: Table) -> str:
    """The first rows of a table."""
    head = "".join(f"<th>{escape(name)}</th>" for name in found.columns)
    columns = [found[name] for name in found.columns]
    body = []
    for place in range(min(len(found), _SHOWN_ROWS)):
        cells = (column[place] for column in columns)
        body.append("<tr>" + "".join(f"<td>{escape('' if cell is None else str(cell))}</td>" for cell in cells) + "</tr>")
    more = f"<p>{len(found)} rows</p>" if len(found) > _SHOWN_ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>{more}"
