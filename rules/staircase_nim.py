summary = "Staircase Nim: move coins one step down"
literature = "T. S. Ferguson, Game Theory, part I (2014)"
theorem = "The nim-sum of the odd steps."
def moves(p):
    return [p[:i] + (p[i] - k,) + p[i + 1:] if i == 0 else p[:i - 1] + (p[i - 1] + k, p[i] - k) + p[i + 1:]
            for i in range(len(p)) for k in range(1, p[i] + 1)]
def outcome_is_second(p):
    total = 0
    for coins in p[::2]:
        total ^= coins
    return total == 0
examples = ["(1,2,3)"]
small = ["(1,0)", "(0,2)", "(1,1)", "(2,1,1)", "(1,2,1)", "(0,1,2)"]
values = {"(1,2,3)": 2, "(2,1,1)": 3, "(0,3,2)": 2}
