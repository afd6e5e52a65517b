summary = "Nim for three in turn, seen by the one who starts against the other two: Left against the coalition"
literature = "S.-Y. R. Li, N-person Nim and N-person Moore's games, International Journal of Game Theory 7 (1978)"
# Right's move is the moves of both others one after the other; the coalition wins when one of its two takes the last object.
def _after(heaps):
    found = set()
    for i, n in enumerate(heaps):
        for k in range(1, n + 1):
            found.add(tuple(sorted(h for h in heaps[:i] + (n - k,) + heaps[i + 1:] if h)))
    return sorted(found)
def result(p, player):
    if p == "over":
        return "right"
    return "left" if not p and player == "right" else None
def moves(p, player):
    if p == "over":
        return []
    if player == "left":
        return _after(p)
    options = set()
    for q in _after(p):
        options |= set(_after(q)) - {()} if q else {"over"}
        if () in _after(q):
            options.add("over")
    return sorted(options, key=str)
examples = ["(1,2)", "(1,1,1)"]
small = ["(1,)", "(1,1)", "(1,2)", "(2,2)", "(1,1,1)", "(1,2,3)"]
outcomes = {"(1,1)": "right", "(1,1,1,1)": "first"}
