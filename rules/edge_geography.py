summary = "Geography on edges: walk along an edge not used"
literature = "A. Fraenkel, E. Scheinerman, D. Ullman, Undirected edge geography (1993)"
EDGES = ((0, 1), (1, 2), (2, 0), (2, 3))
def moves(p):
    here, used = p[0], p[1:]
    options = []
    for k, (a, b) in enumerate(EDGES):
        if k not in used and here in (a, b):
            options.append((b if here == a else a,) + tuple(sorted(used + (k,))))
    return options
examples = ["(0,)"]
small = ["(0,)", "(1,)", "(2,)", "(3,)"]
values = {"(0,)": 1, "(2,)": 2, "(3,)": 0}
