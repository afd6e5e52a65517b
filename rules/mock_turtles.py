summary = "Mock Turtles: turn up to three, the rightmost from heads to tails"
literature = "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 14 (1982)"
theorem = "The nimbers are the odious numbers 1, 2, 4, 7, 8, 11, 13, 14, …"
def moves(p):
    turn = lambda q, i: q[:i] + ("T" if q[i] == "H" else "H") + q[i + 1:]
    options = []
    for k in range(len(p)):
        if p[k] == "H":
            q = turn(p, k)
            options.append(q)
            for j in range(k):
                options.append(turn(q, j))
                for i in range(j):
                    options.append(turn(turn(q, j), i))
    return options
examples = ["TTHH"]
small = ["H", "TH", "TTH", "TTTH", "TTTTH", "HTH", "HHH", "THTH"]
values = {"H": 1, "TH": 2, "TTH": 4, "TTTH": 7, "TTTTH": 8}
