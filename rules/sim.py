summary = "Sim on five points: colour a join; whoever makes a triangle of one's own colour loses, and a full figure is drawn"
literature = "G. Simmons, The game of Sim, Journal of Recreational Mathematics 2 (1969)"
N = 5
JOINS = [(a, b) for a in range(N) for b in range(a + 1, N)]
TRIANGLES = [(JOINS.index((a, b)), JOINS.index((a, c)), JOINS.index((b, c)))
             for a in range(N) for b in range(a + 1, N) for c in range(b + 1, N)]
stuck = "draw"
def result(p, player):
    for i, j, k in TRIANGLES:
        if p[i] == p[j] == p[k] != ".":
            return "right" if p[i] == "x" else "left"
    return None
def moves(p, player):
    mark = "x" if player == "left" else "o"
    return [p[:i] + mark + p[i + 1:] for i in range(len(JOINS)) if p[i] == "."]
examples = ["xoxoxo....", "xo........"]
small = ["xoxoxo....", "xxooxo...."]
outcomes = {"xo........": "draw", "xoxo......": "draw"}
