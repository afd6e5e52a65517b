"""A board to play on in a notebook."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

try:
    import anywidget
    import traitlets
except ImportError as error:  # pragma: no cover
    raise ImportError("boards to play on need anywidget: pip install anywidget") from error

from grundy._grundy import Move, Position, position, sentence

_SCRIPT = """
function render({ model, el }) {
  const element = (name, role) => {
    const made = document.createElement(name);
    made.className = "grundy-" + role;
    el.append(made);
    return made;
  };
  const board = element("div", "board");
  const status = element("p", "status");
  const moves = element("div", "moves");
  const buttons = element("div", "buttons");
  status.setAttribute("role", "status");
  el.classList.add("grundy-widget");
  const play = (label) => model.send({ kind: "play", move: label });
  const button = (text, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", act);
    return made;
  };
  const show = (labels) => moves.replaceChildren(...labels.map((label) => button(label, () => play(label))));
  // A part of the picture may stand for several moves, a line each.
  const choose = (target) => {
    const part = target.closest("[data-move]");
    if (!part) return;
    const legal = part.getAttribute("data-move").split("\\n").filter((label) => model.get("moves").includes(label));
    if (legal.length === 1) play(legal[0]);
    else if (legal.length > 1) show(legal);
  };
  const draw = () => {
    board.innerHTML = model.get("svg");
    status.textContent = model.get("status");
    show(model.get("moves").slice(0, model.get("listed")));
  };
  board.addEventListener("click", (event) => choose(event.target));
  board.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(event.target);
    }
  });
  for (const [kind, text] of Object.entries(model.get("words"))) {
    buttons.append(button(text, () => model.send({ kind })));
  }
  model.on("change", draw);
  draw();
}
export default { render };
"""

_STYLE = """
.grundy-widget .grundy-board svg { max-width: 100%; height: auto; }
.grundy-widget .grundy-board [data-move] { cursor: pointer; }
.grundy-widget .grundy-status { margin: 0.5em 0; }
.grundy-widget .grundy-moves, .grundy-widget .grundy-buttons { display: flex; flex-wrap: wrap; gap: 0.3em; margin: 0.3em 0; }
.grundy-widget .grundy-moves { max-height: 9em; overflow-y: auto; }
.grundy-widget button { font: inherit; padding: 0.1em 0.6em; cursor: pointer; }
"""

_LISTED = 60


class Board(anywidget.AnyWidget):
    """A board on which you play against the engine: click on a part of the picture, or on the name of a move.

    ``you`` is ``"first"`` or ``"second"`` (in partisan games ``"left"`` or ``"right"``, and ``starts`` says who begins);
    ``play`` is the play rule; ``seconds`` is how long the engine may think. The position on the board is ``board.position``.
    """

    _esm = _SCRIPT
    _css = _STYLE
    words = traitlets.Dict().tag(sync=True)
    listed = traitlets.Int(_LISTED).tag(sync=True)
    svg = traitlets.Unicode("").tag(sync=True)
    status = traitlets.Unicode("").tag(sync=True)
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(
        self,
        start: Position | str,
        *,
        you: Optional[str] = None,
        starts: str = "left",
        play: str = "normal",
        seconds: float = 5.0,
    ) -> None:
        """Sets the board up; the engine moves at once when it is its turn."""
        super().__init__()
        self.words = {"undo": sentence("Undo"), "restart": sentence("Restart"), "hint": sentence("Hint")}
        self.start: Position = position(start) if isinstance(start, str) else start
        self.rule = play
        self.seconds = seconds
        partisan = self.start.is_partisan
        self.you = you or ("left" if partisan else "first")
        if self.you not in (("left", "right") if partisan else ("first", "second")):
            raise ValueError(f"you cannot play as {self.you} here")
        self._first = starts if partisan else "first"
        self.restart()
        self.on_msg(self._told)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._line[-1]

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return self._turns[-1]

    def restart(self) -> None:
        """Begins anew."""
        self._line: List[Position] = [self.start]
        self._turns: List[str] = [self._first]
        self._answer()

    def undo(self) -> None:
        """Takes your last move back, with the engine's reply."""
        while len(self._line) > 1:
            self._line.pop()
            self._turns.pop()
            if self.turn == self.you:
                break
        self._answer()

    def move(self, label: str) -> None:
        """Makes a move of yours, and the engine's reply."""
        if self.turn != self.you:
            raise ValueError("it is not your turn")
        self._step(self._after(label))
        self._answer()

    def hint(self) -> Optional[str]:
        """A winning move, if you have one."""
        winning = self._winning()
        told = sentence("Hint: {move}").format(move=winning[0]) if winning else sentence("No move wins against perfect play.")
        self.status = told
        return winning[0] if winning else None

    def _other(self, player: str) -> str:
        return {"left": "right", "right": "left", "first": "second", "second": "first"}[player]

    def _side(self) -> Optional[str]:
        return self.turn if self.position.is_partisan or self.start.is_partisan else None

    def _legal(self) -> List[Move]:
        return self.position.moves(self._side())

    def _after(self, label: str) -> Position:
        return self.position.play(label, self._side())

    def _step(self, after: Position) -> None:
        self._line.append(after)
        self._turns.append(self._other(self.turn))

    def _winning(self) -> List[str]:
        answer = self.position.solve(play=self.rule, time=self.seconds)  # type: ignore[arg-type]
        side = self._side()
        return [move.label for move in answer.winning_moves if side is None or move.player in (side, None)]

    def _answer(self) -> None:
        """The engine moves when it is its turn; then the board is shown."""
        legal = self._legal()
        said = ""
        if legal and self.turn != self.you:
            winning = self._winning()
            chosen = winning[0] if winning else legal[0].label
            self._step(self._after(chosen))
            said = sentence("The computer plays: {move}").format(move=chosen) + ". "
            legal = self._legal()
        if legal:
            said += sentence("It is your turn.")
        else:
            stuck_wins = self.rule == "misere"
            you_win = (self.turn == self.you) == stuck_wins
            said += sentence("You have won!" if you_win else "The computer has won.")
        with self.hold_sync():
            self.svg = self.position._repr_svg_()
            self.moves = [move.label for move in legal]
            self.status = said

    def _told(self, _: Any, content: Dict[str, Any], __: Any) -> None:
        """What the page says."""
        kind = content.get("kind")
        if kind == "play" and content.get("move") in self.moves:
            self.move(content["move"])
        elif kind == "undo":
            self.undo()
        elif kind == "restart":
            self.restart()
        elif kind == "hint":
            self.hint()
