summary = "Battle Sheep on a line: a flock sends part of itself to the far end of a free stretch"
literature = "F. Rotta, Battle Sheep (2010)"
def moves(p, player):
    sign = 1 if player == "left" else -1
    options = []
    for i, n in enumerate(p):
        if n * sign > 1:
            for step in (1, -1):
                j = i
                while 0 <= j + step < len(p) and p[j + step] == 0:
                    j += step
                if j != i:
                    for k in range(1, n * sign):
                        q = list(p)
                        q[i], q[j] = sign * (n * sign - k), sign * k
                        options.append(tuple(q))
    return options
def images(p):
    return [p[::-1]]
examples = ["(0,3,0,-2)"]
small = ["(2,0)", "(0,3,0)", "(2,0,-2)", "(0,3,0,-2)"]
values = {"(0,3,0,-2)": "{1|1}", "(2,0,-2)": "*", "(0,0,4,0,0,-3)": "{2|1}"}
