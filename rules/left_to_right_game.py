summary = "two players write the N digits of a number from the left, in turn; Right wins when M divides it"
literature = "TopCoder Open 2018, round 3A: LeftToRightGame"
N, M = 3, 7
# A position is the number of digits written and the rest of the number on division by M.
def moves(p, player):
    i, r = p
    return [(i + 1, (10 * r + d) % M) for d in range(1 if i == 0 else 0, 10)] if i < N else []
def result(p, player):
    i, r = p
    return None if i < N else ("right" if r == 0 else "left")
examples = ["(0,0)"]
small = ["(0,0)", "(1,3)", "(2,5)", "(2,0)"]
outcomes = {"(0,0)": "first", "(2,0)": "first"}
