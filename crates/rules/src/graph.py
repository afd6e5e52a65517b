# Games on graphs. A position is a pair: vertices with their marks, and edges with their colours, both sorted.
# `_rules` holds the rules of Left and of Right; see graph.rs.


def _vertex(text):
    digits = ""
    while text and text[0].isdigit():
        digits += text[0]
        text = text[1:]
    return (int(digits), text) if digits and text in ("", "L", "R", "*") else None


def read(text):
    marks, edges = {}, []
    if text == "empty":
        return ((), ())
    for part in text.split(","):
        ends = part.split("-")
        colour = ""
        if len(ends) == 2 and ends[1] and ends[1][-1] in "LRG":
            colour = ends[1][-1]
            ends[1] = ends[1][:-1]
        pair = [_vertex(end) for end in ends]
        if len(pair) > 2 or None in pair:
            return None
        for v, mark in pair:
            marks[v] = mark or marks.get(v, "")
        if len(pair) == 2:
            a, b = pair[0][0], pair[1][0]
            edges.append((min(a, b), max(a, b), colour))
    return (tuple(sorted(marks.items())), tuple(sorted(edges)))


def write(p):
    vertices, edges = p
    joined = {a for a, b, k in edges} | {b for a, b, k in edges}
    parts = [str(v) + mark for v, mark in vertices if mark or v not in joined]
    parts += [f"{a}-{b}{k}" for a, b, k in edges]
    return ",".join(parts) if parts else "empty"


def _neighbours(v, edges):
    return {b for a, b, k in edges if a == v} | {a for a, b, k in edges if b == v}


def _above(v, edges):
    found, stack = {v}, [v]
    while stack:
        u = stack.pop()
        for a, b, k in edges:
            if a == u and b not in found:
                found.add(b)
                stack.append(b)
    return found


def _without(p, gone):
    vertices, edges = p
    return (tuple(x for x in vertices if x[0] not in gone),
            tuple(e for e in edges if e[0] not in gone and e[1] not in gone))


def _standing(vertices, edges):
    held = {0}
    wider = True
    while wider:
        wider = False
        for a, b, k in edges:
            if (a in held) != (b in held):
                held |= {a, b}
                wider = True
    return (tuple(x for x in vertices if x[0] in held), tuple(e for e in edges if e[0] in held))


def _moves(p, rules):
    vertices, edges = p
    marks = dict(vertices)
    options = []
    for kind, what, more in rules:
        if kind == "take":
            for v, mark in vertices:
                gone = {v}
                if more == "neighbours":
                    gone |= _neighbours(v, edges)
                elif more == "above":
                    gone = _above(v, edges)
                options.append(_without(p, gone))
        elif kind == "edge":
            for i, (a, b, k) in enumerate(edges):
                if what and k and k != "G" and k != what:
                    continue
                if more == "ends":
                    options.append(_without(p, {a, b}))
                elif more == "fall":
                    options.append(_standing(vertices, edges[:i] + edges[i + 1:]))
                else:
                    options.append((vertices, edges[:i] + edges[i + 1:]))
        elif kind == "colour":
            for v, mark in vertices:
                if not mark and not any(marks[u] in more for u in _neighbours(v, edges) if marks[u]):
                    options.append((tuple((u, what if u == v else m) for u, m in vertices), edges))
        elif kind == "walk":
            for v, mark in vertices:
                if mark == "*":
                    for u in sorted(_neighbours(v, edges)):
                        after = _without(p, {v})
                        options.append((tuple((w, "*" if w == u else m) for w, m in after[0]), after[1]))
    return options


def _left_moves(p):
    return _moves(p, _rules[0])


def _right_moves(p):
    return _moves(p, _rules[1])


def _parts(p):
    vertices, edges = p
    left = [v for v, mark in vertices]
    parts = []
    while left:
        part, stack = {left[0]}, [left[0]]
        while stack:
            for u in _neighbours(stack.pop(), edges):
                if u not in part:
                    part.add(u)
                    stack.append(u)
        left = [v for v in left if v not in part]
        parts.append((tuple(x for x in vertices if x[0] in part), tuple(e for e in edges if e[0] in part)))
    return parts
