summary = "a sowing game on a row: take a bowl up and sow it to the right, one in each bowl, none beyond the end"
literature = "J. Erickson, Sowing games, Games of No Chance (1996)"
def moves(p):
    options = []
    for i, n in enumerate(p):
        if 0 < n < len(p) - i:
            options.append(p[:i] + (0,) + tuple(b + 1 for b in p[i + 1:i + 1 + n]) + p[i + 1 + n:])
    return options
examples = ["(1,1,0)", "(2,0,1,0)"]
small = ["(1,0)", "(1,1,0)", "(2,0,1,0)", "(3,1,0,0)"]
values = {"(2,0,1,0)": 2, "(3,1,0,0)": 0, "(3,2,1,1,0,0)": 1}
