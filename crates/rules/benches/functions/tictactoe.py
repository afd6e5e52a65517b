LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
def moves(p, player):
    for a, b, c in LINES:
        if p[a] != "." and p[a] == p[b] == p[c]:
            return []
    mark = "x" if player == "left" else "o"
    return [p[:i] + mark + p[i + 1:] for i in range(9) if p[i] == "."]
START = "........."
