"""A board to play on in a notebook."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple

try:
    import anywidget
    import traitlets
except ImportError as error:  # pragma: no cover
    raise ImportError("boards to play on need anywidget: pip install anywidget") from error

from grundy._grundy import Position, position, sentence

_SCRIPT = """
// The picture is clicked part by part, as the ways of its moves say; the moves of the rules are buttons below it too.
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
  const button = (text, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", act);
    return made;
  };
  let parts = new Map();
  let ways = [];
  let clicked = [];
  const play = (label, path) => model.send({ kind: "play", move: label, path });
  const begins = (way, path) => path.every((key, at) => way[1][at] === key);
  const labels = (list) => [...new Set(list.map((way) => way[0]))];
  const list = (names, path) => moves.replaceChildren(...names.map((label) => button(label, () => play(label, path))));
  const listAll = () => list(model.get("moves").slice(0, model.get("listed")), []);
  const preview = (key) => {
    const fits = key === null ? [] : ways.filter((way) => begins(way, [...clicked, key]));
    const only = labels(fits).length === 1 ? fits[0] : [null, [], [], []];
    for (const thing of board.querySelectorAll("[data-key]")) {
      thing.classList.toggle("grundy-doomed", only[2].includes(thing.dataset.key));
      thing.classList.toggle("grundy-going", only[3].includes(thing.dataset.key));
    }
  };
  const update = () => {
    preview(null);
    const next = new Set(ways.filter((way) => begins(way, clicked)).map((way) => way[1][clicked.length]));
    for (const [key, part] of parts) {
      part.classList.toggle("grundy-off", !next.has(key));
      part.classList.toggle("grundy-clicked", clicked.includes(key));
      part.setAttribute("aria-disabled", String(!next.has(key)));
      part.setAttribute("tabindex", next.has(key) ? "0" : "-1");
    }
  };
  const click = (key) => {
    let path = [...clicked, key];
    let fits = ways.filter((way) => begins(way, path));
    if (!fits.length) {
      // A click elsewhere begins anew.
      path = [key];
      fits = ways.filter((way) => begins(way, path));
    }
    const whole = labels(fits.filter((way) => way[1].length === path.length));
    clicked = fits.length && !whole.length ? path : [];
    update();
    if (whole.length === 1) play(whole[0], path);
    else if (whole.length > 1) list(whole, path);
  };
  const draw = () => {
    board.innerHTML = model.get("svg");
    status.textContent = model.get("status");
    clicked = [];
    parts = new Map();
    const legal = new Set(model.get("moves"));
    const given = model.get("ways");
    const marked = [];
    board.querySelectorAll(given.length ? ".part" : "[data-move]").forEach((part, at) => {
      const key = (part.dataset.key ??= "#" + at);
      for (const label of (part.dataset.move ?? "").split("\\n")) marked.push([label, [key], [], []]);
      parts.set(key, part);
      part.addEventListener("click", () => click(key));
      part.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          if (!event.repeat) click(key);
        } else if (event.key === "Escape") {
          clicked = [];
          update();
        }
      });
      for (const name of ["pointerenter", "focus"]) part.addEventListener(name, () => preview(key));
      for (const name of ["pointerleave", "blur"]) part.addEventListener(name, () => preview(null));
    });
    ways = (given.length ? given : marked).filter((way) => legal.has(way[0]));
    update();
    listAll();
  };
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
.grundy-widget .grundy-board .part, .grundy-widget .grundy-board [data-move] { cursor: pointer; }
.grundy-widget .grundy-board .grundy-off { cursor: default; }
.grundy-widget .grundy-clicked, .grundy-widget .grundy-going { filter: drop-shadow(0 0 3px #1a6fd4); }
.grundy-widget .grundy-doomed { opacity: 0.35; }
.grundy-widget .grundy-status { margin: 0.5em 0; }
.grundy-widget .grundy-moves, .grundy-widget .grundy-buttons { display: flex; flex-wrap: wrap; gap: 0.3em; margin: 0.3em 0; }
.grundy-widget .grundy-moves { max-height: 9em; overflow-y: auto; }
.grundy-widget button { font: inherit; padding: 0.1em 0.6em; cursor: pointer; }
"""

_LISTED = 60
_OTHER = {"left": "right", "right": "left", "first": "second", "second": "first"}

# A move by its name, who made it, and what was clicked for it.
_Step = Tuple[str, Optional[str], List[str]]


class Board(anywidget.AnyWidget):
    """A board on which you play against the engine: click on the picture, or on the name of a move.

    ``you`` is ``"first"`` or ``"second"`` (in partisan games ``"left"`` or ``"right"``, and ``starts`` says who begins);
    ``play`` is the play rule; ``seconds`` is how long the engine may think. The position on the board is ``board.position``.
    """

    _esm = _SCRIPT
    _css = _STYLE
    words = traitlets.Dict().tag(sync=True)
    listed = traitlets.Int(_LISTED).tag(sync=True)
    svg = traitlets.Unicode("").tag(sync=True)
    ways: Any = traitlets.List().tag(sync=True)
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
        self._partisan = self.start.is_partisan
        self.you = you or ("left" if self._partisan else "first")
        for player in (self.you, starts if self._partisan else "first"):
            if player not in _OTHER or (player in ("left", "right")) != self._partisan:
                raise ValueError(f"`{player}` cannot play here: {'left, right' if self._partisan else 'first, second'}")
        self._first = starts if self._partisan else "first"
        self.restart()
        self.on_msg(self._told)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._now

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return self._first if len(self._line) % 2 == 0 else _OTHER[self._first]

    def restart(self) -> None:
        """Begins anew."""
        self._set([])
        self._answer()

    def undo(self) -> None:
        """Takes your last move back, with the engine's reply."""
        line = list(self._line)
        while line:
            line.pop()
            if (self._first if len(line) % 2 == 0 else _OTHER[self._first]) == self.you:
                break
        self._set(line)
        self._answer()

    def move(self, label: str, path: Sequence[str] = ()) -> None:
        """Makes a move of yours, and the engine's reply."""
        if self.turn != self.you:
            raise ValueError("it is not your turn")
        if label not in self.moves:
            raise ValueError(f"`{label}` is not a move of {self._now}")
        self._step(label, path)
        self._answer()

    def hint(self) -> Optional[str]:
        """A winning move, if you have one, else one that keeps the draw."""
        winning, drawing = self._best()
        if winning:
            self.status = sentence("Hint: {move}").format(move=winning[0])
        elif drawing:
            self.status = sentence("Hint: {move} keeps the draw; no move wins against perfect play.").format(move=drawing[0])
        else:
            self.status = sentence("No move wins against perfect play.")
        return next(iter(winning + drawing), None)

    def _side(self) -> Optional[str]:
        return self.turn if self._partisan else None

    def _set(self, line: List[_Step]) -> None:
        """Puts the position after some moves on the board."""
        self._now, svg, ways = self.start._after(line)
        self._line = line
        self._picture = (svg, ways)
        self._ending = self._now.ending(self._side())
        self._legal = [] if self._ending else [move.label for move in self._now.moves(self._side())]

    def _step(self, label: str, path: Sequence[str] = ()) -> None:
        self._set([*self._line, (label, self._side(), list(path))])

    def _best(self) -> Tuple[List[str], List[str]]:
        """The winning moves of whoever is to move, and those that keep a draw."""
        if not self._legal:
            return [], []
        answer = self._now.solve(play=self.rule, time=self.seconds)  # type: ignore[arg-type]
        side = self._side()
        winning, drawing = (
            [move.label for move in moves if side is None or move.player in (side, None)]
            for moves in (answer.winning_moves, answer.drawing_moves)
        )
        return winning, drawing

    def _answer(self) -> None:
        """The engine moves when it is its turn; then the board is shown."""
        said = ""
        if self._legal and self.turn != self.you:
            winning, drawing = self._best()
            chosen = (winning + drawing + self._legal)[0]
            self._step(chosen)
            said = sentence("The computer plays: {move}").format(move=chosen) + ". "
        said += self._verdict()
        with self.hold_sync():
            self.svg, self.ways = self._picture
            self.moves = self._legal
            self.status = said

    def _verdict(self) -> str:
        """Whose turn it is, or how the game has ended."""
        if self._legal:
            return sentence("It is your turn.")
        # Whoever cannot move loses, unless the rules declare the end; under misère play it is the other way round.
        yours = self.turn == self.you
        you_win = yours == (self.rule == "misere")
        if self._ending is not None:
            if self._ending == "draw":
                return sentence("The game is a draw.")
            winner = self.turn if self._ending == "first" else _OTHER[self.turn] if self._ending == "second" else self._ending
            you_win = (winner == self.you) == (self.rule != "misere")
        return sentence("You have won!" if you_win else "The computer has won.")

    def _told(self, _: Any, content: Dict[str, Any], __: Any) -> None:
        """What the page says."""
        kind = content.get("kind")
        if kind == "play" and content.get("move") in self.moves:
            path = content.get("path")
            self.move(content["move"], [str(key) for key in path] if isinstance(path, list) else ())
        elif kind == "undo":
            self.undo()
        elif kind == "restart":
            self.restart()
        elif kind == "hint":
            self.hint()
