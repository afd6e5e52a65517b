summary = "Peg Duotaire on a grid"
literature = "C. Moore, D. Eppstein, One-dimensional peg solitaire, and Duotaire (2000)"
board, cells = "grid", "o ."
both = ["oo. -> ..o orthogonal"]
examples = ["oo.|.oo"]
values = {"oo.|.oo": 0, "ooo|o.o|ooo": 0, "oo.o|o.oo": 0}
