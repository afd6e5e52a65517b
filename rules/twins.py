summary = "Twins: turn exactly two coins, the rightmost from heads to tails"
literature = "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 14 (1982)"
theorem = "Place n, counted from 0, has nimber n."
board, cells = "strip", "T H"
both = ["H?*H -> T?*T east", "T?*H -> H?*T east"]
examples = ["TTH"]
values = {"H": 0, "TH": 1, "TTH": 2, "TTTH": 3}
