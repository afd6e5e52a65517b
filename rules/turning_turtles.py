summary = "Turning Turtles: turn a turtle onto its back, and if you like one to its left either way"
literature = "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 14 (1982)"
theorem = "A turtle on its feet at place n is a heap of n."
board, cells = "strip", "T H"
both = ["H -> T", "H?*H -> T?*T east", "T?*H -> H?*T east"]
examples = ["THTH"]
values = {"H": 1, "TH": 2, "TTH": 3, "HH": 3}
