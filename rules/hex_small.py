summary = "Hex on a small board: Left joins top and bottom, Right joins the sides; no draw is possible"
literature = "J. Nash, Some games and machines for playing them, RAND (1952): whoever starts wins"
N = 3
def _joined(cells, starts, done):
    seen, stack = set(starts), list(starts)
    while stack:
        r, c = stack.pop()
        if done(r, c):
            return True
        for s in ((r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c), (r + 1, c - 1), (r - 1, c + 1)):
            if s in cells and s not in seen:
                seen.add(s)
                stack.append(s)
    return False
def _cells(p, mark):
    return {(i // N, i % N) for i in range(N * N) if p[i] == mark}
def result(p, player):
    x, o = _cells(p, "x"), _cells(p, "o")
    if _joined(x, [s for s in x if s[0] == 0], lambda r, c: r == N - 1):
        return "left"
    if _joined(o, [s for s in o if s[1] == 0], lambda r, c: c == N - 1):
        return "right"
    return None
def moves(p, player):
    mark = "x" if player == "left" else "o"
    return [p[:i] + mark + p[i + 1:] for i in range(N * N) if p[i] == "."]
def images(p):
    return [p, p[::-1]]
def read(text):
    p = text.replace("|", "")
    return p if len(p) == N * N and all(c in ".xo" for c in p) else None
def write(p):
    return "|".join(p[r * N:r * N + N] for r in range(N))
def label(p, q):
    i = [k for k in range(N * N) if p[k] != q[k]][0]
    return "abcdefgh"[i % N] + str(i // N + 1)
examples = ["...|...|..."]
small = ["x.o|.x.|o..", "xo.|...|.ox"]
outcomes = {"...|...|...": "first", "x..|.o.|...": "right"}
