summary = "Geography on vertices: walk along an edge to a vertex not visited"
literature = "A. Fraenkel, E. Scheinerman, D. Ullman, Undirected edge geography (1993)"
theorem = "The first player wins exactly when every maximum matching covers the start."
EDGES = ((0, 1), (1, 2), (2, 3), (3, 0), (0, 4))
def moves(p):
    here, seen = p[0], p[1:]
    options = []
    for a, b in EDGES:
        for u, v in ((a, b), (b, a)):
            if u == here and v not in seen and v != here:
                options.append((v,) + tuple(sorted(seen + (here,))))
    return options
examples = ["(0,)", "(4,)"]
small = ["(0,)", "(1,)", "(2,)", "(3,)", "(4,)"]
values = {"(0,)": 1, "(1,)": 0, "(4,)": 0}
