#!/usr/bin/env python3
"""A second checker of certificates, written apart from the first: standard library only.

Reads the same files (docs/certificates.md) for Nim, Chomp on graphs, Cram, octal codes and Hackenbush: nimbers, outcomes
under both play rules, values, periods and misère quotients, and the two certificates about kernels, which name no game; and
verdicts on games that may be drawn: noughts and crosses, three men's morris, hare and hounds, cops and robber, tokens on digraphs
and sums of these with Nim.

usage: check.py FILE...
Exit codes: 0 all proved, 1 one is not, 2 one cannot be read or is about something else.
"""

import itertools
import re
import sys
from fractions import Fraction


class Flawed(Exception):
    """The certificate proves nothing."""


class Unknown(Exception):
    """The certificate is not one, or is about a game that is not known here."""


# The frame.


def checksum(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def lines_of(data):
    if not data.startswith(b"grundy certificate 3\n"):
        raise Unknown("not a certificate of version 3")
    if not data.endswith(b"\n"):
        raise Unknown("the last line is cut off")
    body = data[: data[:-1].rfind(b"\n") + 1]
    end = "end %d %016x\n" % (body.count(b"\n"), checksum(body))
    if data[len(body):] != end.encode():
        raise Unknown("the number of lines or the checksum is wrong")
    return body.decode("utf-8").split("\n")[1:-1]


class Lines:
    def __init__(self, lines):
        self.lines = lines
        self.at = 0

    def after(self, name):
        line = self.next()
        if line == name:
            return ""
        if not line.startswith(name + " "):
            raise Unknown("expected `%s`" % name)
        return line[len(name) + 1:]

    def next(self):
        if self.at == len(self.lines):
            raise Unknown("the text ends too early")
        self.at += 1
        return self.lines[self.at - 1]

    def rest(self):
        rest, self.at = self.lines[self.at:], len(self.lines)
        return rest


def number(text):
    if not text.isdecimal() or str(int(text)) != text:
        raise Unknown("`%s` is not a number" % text)
    return int(text)


def numbers(text):
    return [number(word) for word in text.split(" ")] if text else []


# Games. A position of a game is a tuple (name, data); `options` lists what a player can move to, each as a list of components,
# `components` cuts a position into components, and `canon` picks one of those that differ by a symmetry.


MOST_BEANS = 100000


def heaps_of(text):
    heaps = [number(word) for word in text.split(",") if word]
    if any(heap > MOST_BEANS for heap in heaps):
        raise Unknown("a heap has more moves than are listed here")
    return [heap for heap in heaps if heap > 0]


class Nim:
    partisan = False

    @staticmethod
    def read(arguments, text):
        if arguments is not None:
            raise Unknown("Nim has no arguments")
        return heaps_of(text)

    @staticmethod
    def options(heap, _):
        return [[left] if left else [] for left in range(heap)]

    @staticmethod
    def canon(heap):
        return heap


class Octal:
    """Codes d0.d1d2d3...: digit k tells whether taking k may leave 0, 1 or 2 heaps (bits 1, 2, 4)."""

    partisan = False

    def __init__(self, code):
        first, _, digits = code.partition(".")
        if first not in ("0", "4") or digits.strip("01234567") or not digits or digits.endswith("0"):
            raise Unknown("`%s` is not an octal code" % code)
        self.code = code
        self.digits = [int(first)] + [int(digit) for digit in digits]

    def read(self, arguments, text):
        return heaps_of(text)

    def options(self, heap, _):
        found = []
        for take, digit in enumerate(self.digits):
            left = heap - take
            if left == 0 and digit & 1 and take > 0:
                found.append([])
            if left > 0 and digit & 2 and take > 0:
                found.append([left])
            if left > 1 and digit & 4:
                found.extend([small, left - small] for small in range(1, left // 2 + 1))
        return found

    @staticmethod
    def canon(heap):
        return heap

    @property
    def most_taken(self):
        return max(take for take, digit in enumerate(self.digits) if digit)

    @property
    def most_left(self):
        return 2 if any(digit & 4 for digit in self.digits) else 1


MOST_CELLS = 400


class Cram:
    """Boards of free cells; a move covers two neighbours. A component is a set of cells, up to symmetry."""

    partisan = False

    @staticmethod
    def read(arguments, text):
        if arguments is not None:
            raise Unknown("Cram has no arguments")
        if "x" in text and all(word.isdecimal() for word in text.split("x")):
            rows, columns = (number(word) for word in text.split("x"))
            if rows * columns > MOST_CELLS:
                raise Unknown("the board is larger than those that are read here")
            return Cram.parts({(r, c) for r in range(rows) for c in range(columns)})
        cells = set()
        for r, row in enumerate(text.split("|")):
            for c, sign in enumerate(row):
                if sign not in ".#":
                    raise Unknown("`%s` is not a board" % text)
                if sign == ".":
                    cells.add((r, c))
        return Cram.parts(cells)

    @staticmethod
    def parts(cells):
        parts, cells = [], set(cells)
        while cells:
            part, queue = set(), [cells.pop()]
            while queue:
                r, c = queue.pop()
                part.add((r, c))
                for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                    if near in cells:
                        cells.remove(near)
                        queue.append(near)
            if len(part) > 1:
                parts.append(frozenset(part))
        return parts

    @staticmethod
    def options(cells, _):
        found = []
        for r, c in cells:
            for near in ((r + 1, c), (r, c + 1)):
                if near in cells:
                    found.append(Cram.parts(cells - {(r, c), near}))
        return found

    @staticmethod
    def canon(cells):
        images = []
        for turn in range(8):
            image = [(c, r) if turn & 1 else (r, c) for r, c in cells]
            image = [(-r if turn & 2 else r, -c if turn & 4 else c) for r, c in image]
            top, left = min(r for r, _ in image), min(c for _, c in image)
            images.append(tuple(sorted((r - top, c - left) for r, c in image)))
        return frozenset(min(images))


class Chomp:
    """Graphs; a move takes an edge, or a vertex with its edges. A component is compared as its numbered graph."""

    partisan = False

    @staticmethod
    def read(arguments, text):
        if arguments is not None:
            raise Unknown("Chomp has no arguments")
        order, edges = graph(text)
        return Chomp.parts(frozenset(range(order)), frozenset(edges))

    @staticmethod
    def parts(vertices, edges):
        parts, left = [], set(vertices)
        while left:
            part, queue = set(), [left.pop()]
            while queue:
                u = queue.pop()
                part.add(u)
                for edge in edges:
                    if u in edge:
                        (v,) = edge - {u}
                        if v in left:
                            left.remove(v)
                            queue.append(v)
            parts.append((frozenset(part), frozenset(edge for edge in edges if edge <= part)))
        return parts

    @staticmethod
    def options(position, _):
        vertices, edges = position
        found = [Chomp.parts(vertices, edges - {edge}) for edge in edges]
        for v in vertices:
            found.append(Chomp.parts(vertices - {v}, frozenset(edge for edge in edges if v not in edge)))
        return found

    @staticmethod
    def canon(position):
        """The least of all numberings that agree with refined degrees: exact, and quick for small graphs."""
        vertices, edges = position
        near = {v: [next(iter(edge - {v})) for edge in edges if v in edge] for v in vertices}
        colour = {v: 0 for v in vertices}

        def refine(colour):
            while True:
                keys = {v: (colour[v], tuple(sorted(colour[u] for u in near[v]))) for v in vertices}
                ranks = {key: rank for rank, key in enumerate(sorted(set(keys.values())))}
                finer = {v: ranks[keys[v]] for v in vertices}
                if len(set(finer.values())) == len(set(colour.values())):
                    return finer
                colour = finer

        best = None
        stack = [refine(colour)]
        while stack:
            colour = stack.pop()
            cells = {}
            for v in vertices:
                cells.setdefault(colour[v], []).append(v)
            open_cells = [cell for _, cell in sorted(cells.items()) if len(cell) > 1]
            if not open_cells:
                image = tuple(sorted(tuple(sorted(colour[v] for v in edge)) for edge in edges))
                best = image if best is None else min(best, image)
                continue
            for v in open_cells[0]:
                finer = {u: 2 * rank + 1 for u, rank in colour.items()}
                finer[v] -= 1
                stack.append(refine(finer))
        order = len(vertices)
        return (frozenset(range(order)), frozenset(frozenset(edge) for edge in best))


def graph(text):
    """A graph in graph6, edge by edge, or one of a few families."""
    if re.fullmatch(r"[0-9]+(-[0-9]+)?(,[0-9]+(-[0-9]+)?)*", text):
        pieces = [tuple(piece.split("-")) for piece in text.split(",")]
        names = {name: place for place, name in enumerate(sorted({name for piece in pieces for name in piece}, key=int))}
        edges = [frozenset(names[name] for name in piece) for piece in pieces if len(piece) == 2]
        if any(len(edge) != 2 for edge in edges) or len(set(edges)) != len(edges):
            raise Unknown("`%s` is not a simple graph" % text)
        return len(names), edges
    name, _, rest = text.partition("(")
    if rest.endswith(")") and name in ("path", "cycle", "complete", "star"):
        n = number(rest[:-1])
        edges = {
            "path": lambda: [(i, i + 1) for i in range(n - 1)],
            "cycle": lambda: [(i, (i + 1) % n) for i in range(n)],
            "complete": lambda: [(i, j) for j in range(n) for i in range(j)],
        }
        if name in edges:
            return n, [frozenset(edge) for edge in edges[name]()]
    if text == "petersen":
        rim = [(i, (i + 1) % 5) for i in range(5)]
        return 10, [frozenset(e) for e in rim + [(i, i + 5) for i in range(5)] + [(5 + i, 5 + (i + 2) % 5) for i in range(5)]]
    code = text[3:] if text.startswith("g6:") else text
    data = [ord(sign) - 63 for sign in code]
    if not data or not 0 <= data[0] < 63 or any(not 0 <= value < 64 for value in data):
        raise Unknown("`%s` is not a graph that is known here" % text)
    n = data[0]
    bits = [value >> (5 - bit) & 1 for value in data[1:] for bit in range(6)]
    pairs = [(i, j) for j in range(n) for i in range(j)]
    if len(data) != 1 + (len(pairs) + 5) // 6:
        raise Unknown("`%s` is not a graph that is known here" % text)
    return n, [frozenset(pair) for pair, bit in zip(pairs, bits) if bit]


class Hackenbush:
    """Trees on the ground: edges l, r and e (blue, red, green), branches `(a;b)`; cutting an edge takes all above it. A tree is
    (colour, trees above it in order); a component is one tree that stands on the ground."""

    partisan = True

    @staticmethod
    def read(arguments, text):
        if arguments is not None:
            raise Unknown("Hackenbush has no arguments here")
        trees, rest = Hackenbush.trees(text)
        if rest:
            raise Unknown("`%s` is not a picture of trees" % text)
        return list(trees)

    @staticmethod
    def trees(text):
        """The trees above a vertex, and what follows them in the text."""
        if text[:1] == "(":
            trees, rest = [], ";" + text[1:]
            while rest[:1] == ";":
                branch, rest = Hackenbush.trees(rest[1:])
                trees.extend(branch)
            if rest[:1] != ")":
                raise Unknown("a bracket is missing")
            return tuple(sorted(trees)), rest[1:]
        if text[:1] and text[0] in "lre":
            above, rest = Hackenbush.trees(text[1:])
            return ((text[0], above),), rest
        return (), text

    @staticmethod
    def cut(tree, colours):
        """What is left of a tree after each cut; None where nothing is."""
        colour, above = tree
        left = [None] if colour in colours else []
        for at, branch in enumerate(above):
            for rest in Hackenbush.cut(branch, colours):
                others = above[:at] + above[at + 1:] + ((rest,) if rest else ())
                left.append((colour, tuple(sorted(others))))
        return left

    @staticmethod
    def options(tree, player):
        return [[rest] if rest else [] for rest in Hackenbush.cut(tree, "le" if player == "L" else "re")]

    @staticmethod
    def canon(tree):
        return tree


GAMES = {"nim": Nim, "cram": Cram, "chomp": Chomp, "hackenbush": Hackenbush}


def parse(text):
    """A sum as a sorted list of components ((game, rules), position)."""
    parts = []
    for word in text.split(" + "):
        head, colon, rest = word.partition(":")
        if not colon:
            raise Unknown("`%s` is not known here" % word)
        rest = rest[1:-1] if len(rest) > 1 and rest[0] == rest[-1] == '"' else rest
        name, bracket, arguments = head.partition("(")
        arguments = arguments[:-1] if bracket else None
        if name == "octal" and arguments is not None:
            game = OCTALS.setdefault(arguments, Octal(arguments))
        elif name in GAMES:
            game = GAMES[name]
        else:
            raise Unknown("the game `%s` is not known here" % name)
        parts.extend((game, part) for part in game.read(arguments, rest))
    return whole(parts)


OCTALS = {}
CANON = {}


def canonical(game, part):
    key = (id(game), part)
    if key not in CANON:
        CANON[key] = game.canon(part)
    return CANON[key]


def whole(parts):
    """A sum: its components in canonical form, in one order."""
    made = [(id(game), repr_key(canonical(game, part)), game, canonical(game, part)) for game, part in parts]
    made.sort(key=lambda entry: entry[:2])
    return tuple((game, part) for _, _, game, part in made)


def repr_key(part):
    if isinstance(part, frozenset):
        return repr(sorted(part))
    if isinstance(part, tuple) and isinstance(part[0], frozenset):
        return repr((sorted(part[0]), sorted(tuple(sorted(edge)) for edge in part[1])))
    return repr(part)


def moves(position, player):
    """Every sum that a move of the player leads to."""
    found, before = [], None
    for at, (game, part) in enumerate(position):
        if (game, part) == before:
            continue
        before = (game, part)
        others = position[:at] + position[at + 1:]
        for parts in game.options(part, player):
            found.append(whole(list(others) + [(game, piece) for piece in parts]))
    return found


# The kinds.


def check_nimber(lines):
    root = parse(lines.after("position"))
    nimber = number(lines.after("nimber"))
    known = {}
    for line in lines.rest():
        sign, value, text = line.split(" ", 2)
        about = parse(text)
        if sign != "=" or len(about) != 1 or about[0] in known:
            raise Flawed("a claim that is not about one component, or is made twice: " + text)
        known[about[0]] = number(value)
    if any(game.partisan for game, _ in list(known) + list(root)):
        raise Flawed("nimbers are for impartial games")

    def known_sum(parts):
        """The nim-sum of what is known, and what is not."""
        total, unknown = 0, []
        for part in parts:
            if part in known:
                total ^= known[part]
            else:
                unknown.append(part)
        return total, unknown

    for part, value in known.items():
        smaller = set()
        for option in moves((part,), "L"):
            total, unknown = known_sum(option)
            if not unknown:
                if total == value:
                    raise Flawed("an option has the nimber claimed for " + str(part))
                smaller.add(total)
            elif len(unknown) > 1 or not any(
                known_sum(further) == (total ^ value, []) for further in moves((unknown[0],), "L")
            ):
                raise Flawed("nothing tells an option from the nimber claimed for " + str(part))
        if any(number not in smaller for number in range(value)):
            raise Flawed("a smaller nimber is missing for " + str(part))
    if known_sum(root) != (nimber, []):
        raise Flawed("the claims do not prove the answer")
    return "nimber %d" % nimber


OTHER = {"L": "R", "R": "L"}


def check_outcome(lines):
    root = parse(lines.after("position"))
    play, outcome = lines.after("play"), lines.after("outcome")
    if play not in ("normal", "misere") or outcome not in ("first", "second", "left", "right"):
        raise Unknown("the play rule or the outcome is not known")
    partisan = any(game.partisan for game, _ in root)
    if not partisan and outcome in ("left", "right"):
        raise Flawed("an impartial game has no such outcome")
    lost = {"L": set(), "R": set()}
    claims = []
    for line in lines.rest():
        who, text = line.split(" ", 1)
        if (who == "-") == partisan or who not in ("-", "L", "R"):
            raise Flawed("a claim of the wrong kind: " + line)
        about = parse(text)
        if not partisan and any(game.partisan for game, _ in about):
            raise Flawed("a claim of the wrong kind: " + line)
        if any(about in lost[player] for player in ("LR" if who == "-" else who)):
            raise Flawed("a claim is made twice")
        for player in "LR" if who == "-" else who:
            lost[player].add(about)
            claims.append((player, about))

    def covered(position, player):
        if position in lost[player]:
            return True
        if play == "misere":
            return False
        alone = [at for at, part in enumerate(position) if (part,) in lost[player]]
        for size in range(len(alone), 0, -1):
            for aside in itertools.combinations(alone, size):
                rest = tuple(part for at, part in enumerate(position) if at not in aside)
                if not rest or rest in lost[player]:
                    return True
        return not position

    def won(position, player):
        options = moves(position, player)
        if not options:
            return play == "misere"
        return any(covered(option, OTHER[player]) for option in options)

    for player, about in claims:
        options = moves(about, player)
        if not options and play == "misere":
            raise Flawed("a player without a move wins under misère play")
        if not all(won(option, OTHER[player]) for option in options):
            raise Flawed("a move has no reply")
    for player, name in (("L", "left"), ("R", "right")):
        wins = outcome in ("first", name)
        if not (won(root, player) if wins else covered(root, player)):
            raise Flawed("the claims do not prove the answer")
    return "%s under %s play" % (outcome, play)


def literal(text):
    """A value as its options: (left, right), each a sorted tuple of values."""
    value, rest = literal_at(text)
    if rest:
        raise Unknown("`%s` is not a value" % text)
    return value


def literal_at(text):
    if text.startswith("{"):
        sides, rest = [], text[1:]
        for end in "|}":
            side = []
            if not rest.startswith(end):
                while True:
                    value, rest = literal_at(rest)
                    side.append(value)
                    if not rest.startswith(","):
                        break
                    rest = rest[1:]
            if not rest.startswith(end):
                raise Unknown("a brace is missing")
            rest = rest[1:]
            sides.append(tuple(side))
        return ("form",) + tuple(sides), rest
    at = 0
    while at < len(text) and text[at] not in "{}|,":
        at += 1
    word, rest = text[:at], text[at:]
    if word.startswith("*"):
        nimber = number(word[1:]) if word[1:] else 1
        if word in ("*0", "*1") or nimber > MOST_BEANS:
            raise Unknown("`%s` is not how a nimber is written here" % word)
        return ("star", nimber), rest
    try:
        value = Fraction(word)
    except ValueError as error:
        raise Unknown("`%s` is not a value" % word) from error
    if str(value) != word or value.denominator & (value.denominator - 1):
        raise Unknown("`%s` is not a value" % word)
    return ("number", value), rest


def literal_options(value, left):
    if value[0] == "form":
        return list(value[1] if left else value[2])
    if value[0] == "star":
        return [("number", Fraction(0))] + [("star", n) for n in range(1, value[1])]
    exact = value[1]
    if exact.denominator == 1:
        if left:
            return [("number", exact - 1)] if exact > 0 else []
        return [("number", exact + 1)] if exact < 0 else []
    step = Fraction(1, exact.denominator)
    return [("number", exact - step if left else exact + step)]


def check_value(lines):
    root = parse(lines.after("position"))
    text = lines.after("value")
    value = literal(text)
    lost = {"L": set(), "R": set()}
    for line in lines.rest():
        who, minus, about = line.split(" ", 2)
        if who not in ("L", "R"):
            raise Unknown("a claim names no player")
        claim = (() if about == "nothing" else parse(about), literal(minus))
        if claim in lost[who]:
            raise Flawed("a claim is made twice")
        lost[who].add(claim)

    def difference_moves(position, minus, player):
        for option in moves(position, player):
            yield option, minus
        for option in literal_options(minus, player == "R"):
            yield position, option

    for player in "LR":
        for position, minus in lost[player]:
            for option in difference_moves(position, minus, player):
                if not any(reply in lost[player] for reply in difference_moves(*option, OTHER[player])):
                    raise Flawed("a move has no reply")
        if (root, value) not in lost[player]:
            raise Flawed("the claims do not prove the answer")
    return "value " + text


MOST_HEAPS = 20000


def octal_rule(text):
    if not text.startswith("octal(") or not text.endswith(")"):
        raise Unknown("`%s` is not an octal code" % text)
    return Octal(text[6:-1])


def bound(game, preperiod, period):
    start, heaps = max(preperiod, 1), game.most_left
    return heaps * start + (heaps - 1) * period + game.most_taken


def check_period(lines):
    game = octal_rule(lines.after("rule"))
    preperiod, period = number(lines.after("preperiod")), number(lines.after("period"))
    if period == 0:
        raise Flawed("a period has at least one heap")
    if bound(game, preperiod, period) > MOST_HEAPS:
        raise Unknown("more heaps than are worked out here")
    nimbers = []
    for heap in range(bound(game, preperiod, period) + period):
        seen = set()
        for parts in game.options(heap, "L"):
            total = 0
            for part in parts:
                total ^= nimbers[part]
            seen.add(total)
        least = 0
        while least in seen:
            least += 1
        nimbers.append(least)

    def repeats(start, length):
        return all(nimbers[n] == nimbers[n + length] for n in range(start, len(nimbers) - length))

    if not repeats(preperiod, period):
        raise Flawed("the nimbers do not repeat")
    if preperiod > 0 and repeats(preperiod - 1, period):
        raise Flawed("the nimbers repeat earlier")
    if any(period % length == 0 and repeats(preperiod, length) for length in range(1, period)):
        raise Flawed("there is a shorter period")
    return "period %d from %d" % (period, preperiod)


def check_quotient(lines):
    game = octal_rule(lines.after("rule"))
    order = number(lines.after("order"))
    lost = set(numbers(lines.after("lost")))
    images = numbers(lines.after("heaps"))
    repeats = numbers(lines.after("repeats"))
    table = [numbers(line[4:]) for line in lines.rest() if line.startswith("row ")]
    every = range(order)
    flat = [entry for row in table for entry in row]
    if order == 0 or len(table) != order or any(len(row) != order for row in table):
        raise Unknown("the table is not square")
    if not all(entry in every for entry in flat + images + sorted(lost)):
        raise Flawed("an element is not in the table")
    if any(table[0][x] != x or table[x][y] != table[y][x] for x in every for y in every):
        raise Flawed("not a commutative monoid")
    if any(table[table[x][y]][z] != table[x][table[y][z]] for x in every for y in every for z in every):
        raise Flawed("not associative")
    reached, queue = {0}, [0]
    while queue:
        x = queue.pop()
        for image in images:
            if table[x][image] not in reached:
                reached.add(table[x][image])
                queue.append(table[x][image])
    if len(reached) != order:
        raise Flawed("an element is not a product of heaps")
    if len({tuple(table[x][y] in lost for y in every) for x in every}) != order:
        raise Flawed("two elements win and lose alike")
    if repeats:
        start, period = repeats
        if period == 0 or bound(game, start, period) + period > len(images):
            raise Flawed("not enough heaps")
        if any(images[n] != images[n + period] for n in range(start, len(images) - period)):
            raise Flawed("the elements of heaps do not repeat")
    if not images or images[0] != 0 or 0 in lost:
        raise Flawed("the empty sum is won")

    def product(parts):
        total = 0
        for part in parts:
            total = table[total][images[part]]
        return total

    pairs = {(image, frozenset(product(parts) for parts in game.options(heap, "L"))) for heap, image in enumerate(images)}
    seen = {(0, frozenset())}
    queue = list(seen)
    while queue:
        x, options = queue.pop()
        for image, below in pairs:
            joined = frozenset([table[option][image] for option in options] + [table[x][option] for option in below])
            pair = (table[x][image], joined)
            if (pair[0] in lost) != (bool(joined) and not joined & lost):
                raise Flawed("an element does not tell who wins")
            if pair not in seen:
                seen.add(pair)
                queue.append(pair)
    return "quotient of order %d" % order


def read_digraph(lines):
    order, size = numbers(lines.after("digraph"))
    if order > 10**6:
        raise Unknown("more vertices than are looked at here")
    arcs = [tuple(numbers(lines.next())) for _ in range(size)]
    if any(len(arc) != 2 or not all(1 <= v <= order for v in arc) for arc in arcs) or sorted(set(arcs)) != arcs:
        raise Unknown("the arcs are not in order")
    return order, arcs


def check_kernel(lines):
    order, arcs = read_digraph(lines)
    members = numbers(lines.after("kernel"))
    kernel = set(members)
    if sorted(kernel) != members:
        raise Unknown("the vertices of the kernel are not in order")
    if not all(1 <= v <= order for v in kernel):
        raise Flawed("not a vertex")
    if any(u in kernel and v in kernel for u, v in arcs):
        raise Flawed("an arc inside the set")
    if len({u for u, v in arcs if v in kernel} | kernel) != order:
        raise Flawed("a vertex has no arc into the set")
    return "a kernel of %d vertices" % len(kernel)


def check_no_kernel(lines):
    order, arcs = read_digraph(lines)
    after = {v: [] for v in range(1, order + 1)}
    for u, v in arcs:
        after[u].append(v)
    clauses = {}
    for v in range(1, order + 1):
        for w in after[v]:
            clauses[len(clauses) + 1] = {-v, -w}
        clauses[len(clauses) + 1] = {v, *after[v]}
    for line in lines.rest():
        words = line.split(" ")
        if words[1] == "d":
            for word in words[2:-1]:
                clauses.pop(int(word), None)
            continue
        values = [int(word) for word in words]
        name, middle = values[0], values.index(0)
        clause, hints = values[1:middle], values[middle + 1:-1]
        false = set(clause)
        for at, hint in enumerate(hints):
            left = clauses.get(hint, {0, None}) - false
            if not left:
                break
            if len(left) > 1:
                raise Flawed("clause %d does not follow" % name)
            false.add(-left.pop())
        else:
            raise Flawed("clause %d does not follow" % name)
        if not clause:
            return "no kernel"
        if name in clauses:
            raise Flawed("two clauses have one number")
        clauses[name] = set(clause)
    raise Flawed("the empty clause is missing")


# Games that may be drawn. `read` gives a state, `options` lists the states that a player can move to, `ended` says what a player
# about to move has who cannot ("win", "draw" or "loss"), `canon` picks one of the states that differ by a symmetry.


def rows_of(text, signs):
    rows = tuple(text.split("|"))
    if len({len(row) for row in rows}) != 1 or not rows[0] or set("".join(rows)) - set(signs):
        raise Unknown("`%s` is not a board" % text)
    return rows


def turned(rows):
    return tuple("".join(column) for column in zip(*rows))


def images(rows):
    """The images of a board under its symmetries that have its form."""
    found = []
    for image in (rows, turned(rows)) if len(rows) == len(rows[0]) else (rows,):
        for flipped in (image, image[::-1]):
            found.extend((flipped, tuple(row[::-1] for row in flipped)))
    return found


def with_sign(rows, place, sign):
    r, c = place
    return rows[:r] + (rows[r][:c] + sign + rows[r][c + 1:],) + rows[r + 1:]


def places(rows, sign):
    return [(r, c) for r, row in enumerate(rows) for c, found in enumerate(row) if found == sign]


def has_line(rows, sign, length, steps=((0, 1), (1, 0), (1, 1), (1, -1))):
    mine = set(places(rows, sign))
    return any(all((r + k * dr, c + k * dc) in mine for k in range(length)) for r, c in mine for dr, dc in steps)


class TicTacToe:
    declares, endless = True, None

    def __init__(self, wild):
        self.wild, self.partisan = wild, not wild

    @staticmethod
    def read(arguments, text):
        rows, columns, length = (number(word) for word in arguments.split(",")) if arguments else (3, 3, 3)
        board = rows_of(text, "xo.") if text else ("." * columns,) * rows
        if (len(board), len(board[0])) != (rows, columns):
            raise Unknown("the board has other sides")
        return length, board

    def options(self, state, player):
        length, board = state
        if has_line(board, "x", length) or has_line(board, "o", length):
            return []
        signs = "xo" if self.wild else "x" if player == "L" else "o"
        return [(length, with_sign(board, place, sign)) for place in places(board, ".") for sign in signs]

    def ended(self, state, player):
        length, board = state
        lines = [sign for sign in "xo" if has_line(board, sign, length)]
        if not lines:
            return "draw"
        return "win" if not self.wild and (lines[0] == "x") == (player == "L") else "loss"

    def canon(self, state):
        length, board = state
        boards = [board]
        if self.wild:
            boards.append(tuple(row.translate({ord("x"): "o", ord("o"): "x"}) for row in board))
        return length, min(image for board in boards for image in images(board))


class Morris:
    partisan, declares, endless = True, True, None
    RULES = {
        "straight": (0, False), "straight,diagonals": (0, True), "lines": (1, False),
        "tapatan": (1, True), "nineholes": (2, False), "free": (2, True),
    }

    @staticmethod
    def read(arguments, text):
        if (arguments or "straight") not in Morris.RULES:
            raise Unknown("`%s` is not a rule of morris" % arguments)
        board = rows_of(text, "xo.") if text else ("...",) * 3
        if (len(board), len(board[0])) != (3, 3):
            raise Unknown("the board has other sides")
        return Morris.RULES[arguments or "straight"], board

    @staticmethod
    def winner(state):
        (_, diagonals), board = state
        steps = ((0, 1), (1, 0)) + (((1, 1), (1, -1)) if diagonals else ())
        for sign in "xo":
            if has_line(board, sign, 3, steps):
                return sign
        return None

    @staticmethod
    def options(state, player):
        rules, board = state
        if Morris.winner(state):
            return []
        sign = "x" if player == "L" else "o"
        own, free = places(board, sign), places(board, ".")
        if len(own) < 3:
            return [(rules, with_sign(board, place, sign)) for place in free]
        found = []
        for r, c in own:
            for to in free:
                far = (abs(to[0] - r), abs(to[1] - c))
                slant = rules[0] == 1 and (r + c) % 2 == 0 and far == (1, 1)
                if rules[0] == 2 or sum(far) == 1 or slant:
                    found.append((rules, with_sign(with_sign(board, (r, c), "."), to, sign)))
        return found

    @staticmethod
    def ended(state, player):
        return "win" if Morris.winner(state) == ("x" if player == "L" else "o") else "loss"

    @staticmethod
    def canon(state):
        return state[0], min(images(state[1]))


class Hounds:
    partisan, declares, endless = True, True, "R"

    @staticmethod
    def read(arguments, text):
        board = rows_of(text or "#x..#|x...o|#x..#", "xo.#")
        if arguments is not None or len(places(board, "o")) != 1 or not places(board, "x"):
            raise Unknown("`%s` is not a hunt" % text)
        return board

    @staticmethod
    def escaped(board):
        return places(board, "o")[0][1] < min(column for _, column in places(board, "x"))

    @staticmethod
    def options(board, player):
        if Hounds.escaped(board):
            return []
        found = []
        for r, c in places(board, "x" if player == "L" else "o"):
            for tr, tc in places(board, "."):
                far = (abs(tr - r), abs(tc - c))
                joined = sum(far) == 1 or (far == (1, 1) and (r + c) % 2 == 1)
                if joined and (player == "R" or tc >= c):
                    found.append(with_sign(with_sign(board, (r, c), "."), (tr, tc), board[r][c]))
        return found

    @staticmethod
    def ended(board, player):
        return "win" if player == "R" and Hounds.escaped(board) else "loss"

    @staticmethod
    def canon(board):
        return min(board, board[::-1]) if len(board) % 2 == 1 else board


class Cops:
    partisan, declares, endless = True, True, "R"

    @staticmethod
    def read(arguments, text):
        words = text.split(";")
        order, edges = graph(words[0])
        if arguments is None or len(words) > 3:
            raise Unknown("`%s` is not a graph with cops" % text)
        names = list(range(1, order + 1))
        if re.fullmatch("[0-9,-]+", words[0]):
            names = sorted({int(name) for name in re.split("[-,]", words[0])})
        where = [[names.index(number(name)) for name in word.split(",")] for word in words[1:]]
        cops = tuple(sorted(where[0])) if where else ()
        if where and len(cops) != number(arguments):
            raise Unknown("another number of cops")
        near = tuple(
            tuple(v for v in range(order) if v == u or frozenset((u, v)) in set(edges)) for u in range(order)
        )
        return number(arguments), near, cops, where[1][0] if len(where) > 1 else None

    @staticmethod
    def options(state, player):
        count, near, cops, robber = state
        if robber in cops:
            return []
        every = range(len(near))
        if player == "R":
            if not cops:
                return [state]
            return [(count, near, cops, to) for to in (every if robber is None else near[robber])]
        reach = [near[cop] for cop in cops] if cops else [every] * count
        return [(count, near, to, robber) for to in {tuple(sorted(places)) for places in itertools.product(*reach)}]

    @staticmethod
    def ended(state, player):
        return "win" if player == "L" else "loss"

    @staticmethod
    def canon(state):
        return state


class Tokens:
    """A token on a digraph, written arc by arc."""

    partisan, declares, endless = False, False, None

    @staticmethod
    def read(arguments, text):
        list_of_arcs, at, token = text.rpartition("@")
        arcs = frozenset(tuple(piece.split(">")) for piece in list_of_arcs.split(","))
        names = {name for arc in arcs for name in arc} | {token}
        if arguments is not None or not at or not all(names) or any(len(arc) > 2 for arc in arcs):
            raise Unknown("`%s` is not a list of arcs with a token" % text)
        return arcs, token

    @staticmethod
    def options(state, _):
        arcs, token = state
        return [(arcs, arc[1]) for arc in arcs if len(arc) == 2 and arc[0] == token]

    @staticmethod
    def ended(_state, _player):
        return "loss"

    @staticmethod
    def canon(state):
        return state


class Heaps:
    partisan, declares, endless = False, False, None

    @staticmethod
    def read(arguments, text):
        if arguments is not None:
            raise Unknown("Nim has no arguments")
        return tuple(sorted(heaps_of(text)))

    @staticmethod
    def options(heaps, _):
        return [
            tuple(sorted(heaps[:at] + ((left,) if left else ()) + heaps[at + 1:]))
            for at, heap in enumerate(heaps) for left in range(heap)
        ]

    @staticmethod
    def ended(_state, _player):
        return "loss"

    @staticmethod
    def canon(heaps):
        return heaps


DRAWN = {
    "tictactoe": TicTacToe(False), "wildtictactoe": TicTacToe(True), "morris": Morris, "hounds": Hounds, "cops": Cops,
    "digraph": Tokens, "nim": Heaps,
}


def judged(text):
    """A position that may be drawn: its parts as (name of the game, state), in canonical form and in one order."""
    parts = []
    for word in text.split(" + "):
        head, colon, rest = word.partition(":")
        name, bracket, arguments = head.partition("(")
        if not colon or name not in DRAWN or (bracket and not arguments.endswith(")")):
            raise Unknown("`%s` is not known here" % word)
        rest = rest[1:-1] if len(rest) > 1 and rest[0] == rest[-1] == '"' else rest
        parts.append((name, DRAWN[name].read(arguments[:-1] if bracket else None, rest)))
    return in_order(parts)


def in_order(parts):
    # Heaps of Nim stand by themselves, and those that are gone do not stand at all.
    heaps = [("nim", (heap,)) for name, state in parts if name == "nim" for heap in state]
    made = [(name, DRAWN[name].canon(state)) for name, state in parts if name != "nim"] + heaps
    if len(made) == 1:
        return tuple(made)
    return tuple(sorted(made, key=lambda part: (part[0], (sorted(part[1][0]), part[1][1]) if part[0] == "digraph" else part[1])))


def other(player):
    return {"L": "R", "R": "L"}.get(player)


def check_verdict(lines):
    root = judged(lines.after("position"))
    play = lines.after("play")
    outcome = lines.after("outcome")
    games = [DRAWN[name] for name, _ in root]
    if play not in ("normal", "misere") or outcome not in ACHIEVED:
        raise Unknown("`%s` or `%s` is not a word" % (play, outcome))
    if len(games) > 1 and any(game.declares for game in games):
        raise Flawed("a part that declares how it has ended cannot be in a sum")
    partisan = any(game.partisan for game in games)
    if not partisan and outcome not in ("first", "second", "draw"):
        raise Flawed("both players have the same moves")
    winner = games[0].endless if len(games) == 1 else None
    if winner and play == "misere":
        winner = other(winner)
    claims = {}
    for line in lines.rest():
        who, what, rest = line.split(" ", 2)
        if who not in (("L", "R") if partisan else ("-",)):
            raise Flawed("not a player: " + line)
        bound = None
        if what == "lost":
            moves_left, rest = rest.split(" ", 1)
            bound = "ever" if moves_left == "ever" else number(moves_left)
        elif what != "held":
            raise Unknown("`%s` is not a claim" % line)
        key = ("L" if who == "-" else who, judged(rest))
        if key in claims:
            raise Flawed("claimed twice: " + rest)
        if (bound is None and winner) or (bound == "ever" and (winner is None or winner != other(who))):
            raise Flawed("a play that goes on for ever does not mean that: " + line)
        claims[key] = bound

    def claimed(player, position):
        return claims.get((player if partisan else "L", position), "nothing")

    def options(position, player):
        found = []
        for at, (name, state) in enumerate(position):
            for option in DRAWN[name].options(state, player):
                found.append(in_order(position[:at] + ((name, option),) + position[at + 1:]))
        return found

    def ended(position, player):
        normal = DRAWN[position[0][0]].ended(position[0][1], player) if len(position) == 1 else "loss"
        return normal if play == "normal" else {"win": "loss", "loss": "win", "draw": "draw"}[normal]

    def replies(position, player):
        """What is claimed of the other player after each move."""
        found = (claimed(other(player), option) for option in options(position, player))
        return [bound for bound in found if bound != "nothing"]

    def holds(player, position, bound):
        after = options(position, player)
        if not after:
            return ended(position, player) != "win" if bound is None else ended(position, player) == "loss"
        for option in after:
            answers = options(option, other(player))
            if not answers:
                result = ended(option, other(player))
                if result == "loss" or (bound is not None and (result != "win" or bound == 0)):
                    return False
                continue
            found = replies(option, other(player))
            if bound is None:
                good = bool(found)
            elif bound == "ever":
                good = any(later is not None for later in found)
            else:
                good = any(later is not None and later != "ever" and later + 2 <= bound for later in found)
            if not good:
                return False
        return True

    for (player, position), bound in claims.items():
        if not holds(player, position, bound):
            raise Flawed("a claim does not hold: %s %s" % (player, position))
    for player in "LR" if partisan else "L":
        result = ACHIEVED[outcome]["LR".index(player)]
        moves_of = options(root, player)
        own = claimed(player, root)
        if not moves_of and ended(root, player) != result:
            raise Flawed("the position has ended otherwise")
        after = replies(root, player)
        proved = {
            "loss": own not in ("nothing", None),
            "win": not moves_of or any(bound is not None for bound in after),
            "draw": own is None and (not moves_of or bool(after)),
        }[result]
        if not proved:
            raise Flawed("what %s achieves is not proved" % player)
    return "%s, %s play: %s" % (" + ".join(name for name, _ in root), play, outcome)


# What Left and what Right achieves when starting.
ACHIEVED = {
    "first": ("win", "win"), "second": ("loss", "loss"), "left": ("win", "loss"), "right": ("loss", "win"),
    "draw": ("draw", "draw"), "left-first": ("win", "draw"), "right-first": ("draw", "win"),
    "left-second": ("draw", "loss"), "right-second": ("loss", "draw"),
}


KINDS = {
    "nimber": check_nimber,
    "outcome": check_outcome,
    "verdict": check_verdict,
    "value": check_value,
    "period": check_period,
    "quotient": check_quotient,
    "kernel": check_kernel,
    "no-kernel": check_no_kernel,
}


def check(path):
    with open(path, "rb") as file:
        lines = Lines(lines_of(file.read()))
    kind = lines.after("kind")
    if kind not in KINDS:
        raise Unknown("certificates of the kind `%s` are not known here" % kind)
    proved = KINDS[kind](lines)
    if lines.rest():
        raise Unknown("something follows")
    return proved


def main(paths):
    code = 0 if paths else 2
    for path in paths:
        try:
            print("%s: proved: %s" % (path, check(path)))
        except Flawed as flaw:
            print("%s: proves nothing: %s" % (path, flaw))
            code = max(code, 1)
        except (Unknown, OSError, ValueError, IndexError) as error:
            print("%s: cannot be read: %s" % (path, error))
            code = 2
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
