summary = "Chomp on a bar: eat a square and all below and to the right; the poisoned one is left out"
literature = "D. Gale, A curious Nim-type game (1974)"
def moves(p):
    return [p[:i] + tuple(min(r, j) for r in p[i:]) for i in range(len(p)) for j in range(p[i]) if i or j]
examples = ["(3,3)", "(4,4,4)"]
small = ["(1,)", "(2,)", "(2,1)", "(2,2)", "(3,3)", "(3,2,1)", "(3,3,3)"]
values = {"(1,)": 0, "(2,1)": 0}
