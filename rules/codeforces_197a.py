summary = "plates on a table: discs of radius r on a rectangle a by b; a stated theorem"
literature = "Codeforces 197A, Plate Game: the first player wins exactly when one plate fits, by answering with the mirror image"
theorem = "If one disc fits, the first player puts one in the middle and mirrors every answer."
# A position is a, b and r. The game itself has infinitely many positions; what is played here is what the theorem says of it.
def moves(p):
    a, b, r = p
    return [(0, 0, r)] if 2 * r <= min(a, b) else []
def nimber(p):
    a, b, r = p
    return 1 if 2 * r <= min(a, b) else 0
examples = ["(5,5,2)", "(6,7,4)"]
small = ["(5,5,2)", "(6,7,4)", "(4,4,2)", "(3,9,2)"]
values = {"(5,5,2)": 1, "(6,7,4)": 0}
