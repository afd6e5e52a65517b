summary = "Peg Duotaire on a grid"
literature = "C. Moore, D. Eppstein, One-dimensional peg solitaire, and Duotaire (2000)"
board, cells = "grid", "o ."
both = ["oo. -> ..o orthogonal"]
examples = ["oo.|.oo"]
