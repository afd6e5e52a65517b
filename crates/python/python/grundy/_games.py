"""Games written in Python."""

from __future__ import annotations

import inspect
import sys
import weakref
from dataclasses import dataclass
from typing import Any, Callable, Dict, Hashable, Iterable, List, Optional, Sequence, Tuple, Union, overload

from grundy import _grundy
from grundy._grundy import Answer, Position
from grundy._grundy import Sequence as NimberSequence


class Sum(Tuple[Any, ...]):
    """Several positions of one game side by side, as an option: ``yield grundy.Sum(a, b)`` when a move splits a heap in two.

    >>> from grundy import Sum
    >>> Sum(3, 4)
    Sum(3, 4)
    """

    __slots__ = ()

    def __new__(cls, *terms: Any) -> Sum:
        """Takes the terms one by one, or one list of them."""
        if len(terms) == 1 and isinstance(terms[0], (list, Sum)):
            terms = tuple(terms[0])
        return super().__new__(cls, terms)

    def __eq__(self, other: object) -> bool:
        """A sum is not a tuple: positions of the game may be tuples."""
        return isinstance(other, Sum) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        """The opposite."""
        return not self == other

    def __hash__(self) -> int:
        """Apart from the tuple."""
        return hash(("grundy.Sum", tuple(self)))

    def __repr__(self) -> str:
        """As it is made."""
        return f"Sum({', '.join(map(repr, self))})"

    def __reduce__(self) -> Tuple[Any, ...]:
        """As it is made."""
        return (Sum, tuple(self))


_HOOKS = ("key", "split", "symmetries", "negative", "nimber", "text", "parse", "label", "draw", "ending")


def _takes_player(function: Callable[..., Any]) -> bool:
    """Whether a function that lists options wants to know who moves."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return False
    needed = [
        parameter
        for parameter in parameters
        if parameter.default is parameter.empty and parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    return len(needed) >= 2


class Game:
    """A game written in Python. Made by :func:`game`; call it with a position to get a :class:`Position`.

    >>> import grundy
    >>> @grundy.game
    ... def halves(n):
    ...     "One heap; take at most half of it."
    ...     return range((n + 1) // 2, n)
    >>> halves(12)
    position('halves:12')
    >>> halves(12).nimber, halves.nimber(12), [halves.nimber(n) for n in range(8)]
    (6, 6, [0, 0, 1, 0, 2, 1, 3, 0])
    >>> (halves(12) + "nim:6").outcome
    'second'
    """

    def __init__(
        self,
        source: object,
        *,
        name: Optional[str] = None,
        small: Optional[Iterable[Any]] = None,
        loops: Optional[bool] = None,
        hooks: Optional[Dict[str, Callable[..., Any]]] = None,
    ) -> None:
        """Takes a function, or a class or object whose methods are the rules."""
        rules = source() if inspect.isclass(source) else source
        functions: Dict[str, Callable[..., Any]] = {}
        if callable(rules) and not hasattr(rules, "moves") and not hasattr(rules, "left"):
            functions["moves"] = rules
        else:
            for hook in ("moves", "left", "right", *_HOOKS):
                found = getattr(rules, hook, None)
                if found is not None:
                    functions[hook] = found
        for hook, function in (hooks or {}).items():
            if hook not in _HOOKS:
                raise TypeError(f"unexpected argument `{hook}`; a game may have {', '.join(_HOOKS)}")
            functions[hook] = function
        left, right, partisan = _sides(functions)
        called = name or getattr(rules, "name", None) or getattr(source, "__name__", type(rules).__name__)
        given = small if small is not None else getattr(rules, "small", ())
        self.rules = rules
        self.name = str(called)
        self.partisan = partisan
        self.loops = bool(getattr(rules, "loops", False) if loops is None else loops)
        ending = functions.get("ending")
        if ending is not None and not _takes_player(ending):
            functions["ending"] = lambda position, _: ending(position)
        self.small: List[Any] = list(given() if callable(given) else given)
        self.__wrapped__ = source
        self.__name__ = getattr(source, "__name__", self.name)
        self.__qualname__ = getattr(source, "__qualname__", self.name)
        self.__module__ = getattr(source, "__module__", __name__)
        self.__doc__ = inspect.getdoc(source)
        summary = (self.__doc__ or "a game written in Python").strip().splitlines()[0].rstrip(".")
        self._setting = (summary, (left, right), functions)
        self._core = self._fresh()

    def _fresh(self) -> _grundy.GameCore:
        summary, options, functions = self._setting
        hooks = {hook: functions.get(hook) for hook in _HOOKS}
        return _grundy.GameCore(weakref.ref(self), self.name, summary, options, self.partisan, self.loops, hooks)

    def __call__(self, position: Any) -> Position:
        """The position that an object stands for."""
        return self._core.position(position)

    def moves(self, position: Any) -> List[Any]:
        """The options of an object, as the rules list them; in partisan games Left's."""
        return list(self._setting[1][0](position))

    def nimber(self, position: Any) -> int:
        """The nimber of a position."""
        return self(position).nimber

    def outcome(self, position: Any) -> str:
        """Who wins a position under normal play."""
        return self(position).outcome

    def solve(self, position: Any, **options: Any) -> Answer:
        """Who wins a position, why, and with which moves."""
        return self(position).solve(**options)

    def sequence(self, to: int, **limits: Any) -> NimberSequence:
        """The nimbers of the positions 0, 1, 2, … up to ``to``, with the period that they show."""
        return self._core.sequence(to, **limits)

    @property
    def met(self) -> int:
        """How many positions are remembered."""
        return self._core.met

    def forget(self) -> None:
        """Forgets all positions; those still in use keep theirs."""
        self._core = self._fresh()

    def __repr__(self) -> str:
        """The name."""
        return f"<game {self.name}>"

    def __reduce__(self) -> Union[str, Tuple[Any, ...]]:
        """A game is known by its name in its module."""
        module = sys.modules.get(self.__module__)
        for name, found in vars(module).items() if module else ():
            if found is self:
                return name
        return self.__qualname__


def _sides(functions: Dict[str, Callable[..., Any]]) -> Tuple[Callable[..., Any], Callable[..., Any], bool]:
    """The functions that list the options of Left and of Right, and whether they differ."""
    if "left" in functions or "right" in functions:
        if "left" not in functions or "right" not in functions:
            raise TypeError("a partisan game has both `left` and `right`")
        return functions["left"], functions["right"], True
    if "moves" not in functions:
        raise TypeError("a game has `moves(position)`, or `left(position)` and `right(position)`")
    moves = functions["moves"]
    if _takes_player(moves):
        return (lambda position: moves(position, "left")), (lambda position: moves(position, "right")), True
    return moves, moves, False


@overload
def game(rules: Callable[..., Any], /) -> Game: ...


@overload
def game(
    *,
    name: Optional[str] = ...,
    small: Optional[Iterable[Any]] = ...,
    loops: bool = ...,
    key: Callable[[Any], Hashable] = ...,
    split: Callable[[Any], Iterable[Any]] = ...,
    symmetries: Callable[[Any], Iterable[Any]] = ...,
    negative: Callable[[Any], Any] = ...,
    nimber: Callable[[Any], Optional[int]] = ...,
    text: Callable[[Any], str] = ...,
    parse: Callable[[str], Any] = ...,
    label: Callable[[Any, Any], str] = ...,
    draw: Callable[[Any], Any] = ...,
    ending: Callable[..., Optional[str]] = ...,
) -> Callable[[Callable[..., Any]], Game]: ...


def game(rules: Optional[Callable[..., Any]] = None, /, **settings: Any) -> Any:
    """Makes a game of a function that yields the options of a position, or of a class with methods.

    ``moves(position)`` lists the options; ``moves(position, player)``, or ``left(position)`` and ``right(position)``, make the game
    partisan. A position is anything that can be hashed, or that ``key(position)`` makes so. An option that is a
    :class:`grundy.Sum` is several positions side by side. These may be there too:

    - ``split(position)``: independent positions whose sum it is;
    - ``symmetries(position)``: images that are worth the same;
    - ``negative(position)``: the position with the players swapped;
    - ``nimber(position)``: a closed form, ``None`` where there is none (:func:`grundy.check` tries it);
    - ``text(position)`` and ``parse(text)``: how positions are written and read; ``label(position, option)``: the name of a move;
    - ``draw(position)``: a :class:`grundy.Picture`, or SVG;
    - ``ending(position)`` or ``ending(position, player)``: how the game has ended when that player is about to move, where the rules
      declare it: ``"left"``, ``"right"``, ``"first"`` (the player about to move), ``"second"`` or ``"draw"``; ``None`` where it goes on;
    - ``loops = True``: play may go round, and what goes on for ever is a draw;
    - ``small``: small positions, for :func:`grundy.check`.

    >>> import grundy
    >>> @grundy.game
    ... class Kayles:
    ...     "Pins in a row; knock down one or two neighbours."
    ...     def moves(self, n):
    ...         for hit in (1, 2):
    ...             for left in range(n - hit + 1):
    ...                 yield grundy.Sum(left, n - hit - left)
    ...     small = range(10)
    >>> grundy.sequence(Kayles, 11)[:]
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    """
    if rules is not None:
        return Game(rules)

    def decorate(source: Callable[..., Any]) -> Game:
        hooks = {hook: settings[hook] for hook in settings if hook not in ("name", "small", "loops")}
        given = {name: settings.get(name) for name in ("name", "small", "loops")}
        return Game(source, **given, hooks=hooks)

    return decorate


@dataclass(frozen=True)
class Report:
    """What :func:`check` found."""

    starts: int
    """Positions from which everything was checked."""
    positions: int
    """Positions reached from them."""
    problems: Tuple[str, ...]
    """What is wrong; empty for a game that passes."""
    speed: float
    """Positions a second whose moves were listed."""

    def __bool__(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def check(game: Union[Game, Callable[..., Any]], positions: Optional[Iterable[Any]] = None, *, seconds: float = 10.0) -> Report:
    """Checks a game on its small positions, or on those given, as the conformance suite checks the built-in ones: play ends, notation is read
    back, names of moves differ, parts add up, images are worth the same, a stated nimber is right, and the solver agrees with brute
    force under both play rules.

    >>> import grundy
    >>> @grundy.game(nimber=lambda n: n % 3)
    ... def one_or_two(n):
    ...     return [n - k for k in (1, 2) if k <= n]
    >>> bool(grundy.check(one_or_two, range(20)))
    True
    """
    rules = game if isinstance(game, Game) else Game(game)
    starts, reached, problems, speed = rules._core.check(rules.small if positions is None else list(positions), seconds)
    return Report(starts, reached, tuple(problems), speed)


def restore(parts: Sequence[Any]) -> Position:
    """The sum of parts that were pickled."""
    made = [_grundy.position(part) if isinstance(part, str) else part[0](part[1]) for part in parts]
    whole = made[0]
    for part in made[1:]:
        whole = whole + part
    return whole
