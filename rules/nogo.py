summary = "NoGo on a grid: every group of stones must keep a free neighbour"
literature = "C. Chou, O. Teytaud, S. Yen, Revisiting Monte-Carlo tree search on a normal form game: NoGo (2011)"
def groups_live(rows):
    height, width = len(rows), len(rows[0])
    seen = set()
    for r in range(height):
        for c in range(width):
            if rows[r][c] == "." or (r, c) in seen:
                continue
            stack, lives = [(r, c)], False
            seen.add((r, c))
            while stack:
                y, x = stack.pop()
                for b, a in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
                    if 0 <= b < height and 0 <= a < width:
                        if rows[b][a] == ".":
                            lives = True
                        elif rows[b][a] == rows[r][c] and (b, a) not in seen:
                            seen.add((b, a))
                            stack.append((b, a))
            if not lives:
                return False
    return True
def moves(p, player):
    mine = "x" if player == "left" else "o"
    placed = [p[:i] + mine + p[i + 1:] for i in range(len(p)) if p[i] == "."]
    return [q for q in placed if groups_live(q.split("|"))]
def images(p):
    rows = p.split("|")
    return ["|".join(rows[::-1]), "|".join(row[::-1] for row in rows), p[::-1]]
examples = ["..|..", "...|..."]
small = ["..|..", "...|...", "x.|..", ".o|x."]
values = {"..|..": "*", "...|...": "0", "x.|..": "{1|*}", "...|...|...": "*"}
