summary = "Peg Duotaire: peg solitaire for two on a line"
literature = "C. Moore, D. Eppstein, One-dimensional peg solitaire, and Duotaire (2000)"
board, cells = "strip", "o ."
both = ["oo. -> ..o any"]
examples = ["oo.oo."]
values = {"oo.oo.": 0, "oo.oo.oo.": 1, "ooo.ooo.": 1, "oooo.ooo": 1}
