summary = "Cutcake: Left cuts along columns, Right along rows"
literature = "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 2 (1982)"
def moves(p, player):
    if isinstance(p, tuple) and len(p) == 2 and isinstance(p[0], int):
        p = (p,)
    options = []
    for i, (h, w) in enumerate(p):
        rest = p[:i] + p[i + 1:]
        if player == "left":
            options += [tuple(sorted(rest + ((h, k), (h, w - k)))) for k in range(1, w // 2 + 1)]
        else:
            options += [tuple(sorted(rest + ((k, w), (h - k, w)))) for k in range(1, h // 2 + 1)]
    return options
def split(p):
    return [(cake,) for cake in p]
examples = ["((2,3),)"]
small = ["((1,2),)", "((2,2),)", "((2,3),)", "((3,2),)"]
values = {"((2,3),)": "0", "((4,5),)": "0", "((3,8),)": "3", "((4,2),)": "-1"}
