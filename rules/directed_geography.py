summary = "Geography on a digraph: each vertex once"
literature = "T. Schaefer, On the complexity of some two-person perfect-information games (1978)"
ARCS = ((0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 1))
def moves(p):
    here, seen = p[0], p[1:]
    return [(v,) + tuple(sorted(seen + (u,))) for u, v in ARCS if u == here and v not in seen]
examples = ["(0,)"]
small = ["(0,)", "(1,)", "(2,)", "(3,)", "(4,)"]
values = {"(0,)": 0, "(1,)": 0, "(3,)": 0}
