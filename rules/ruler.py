summary = "Ruler: turn any row of neighbouring coins, the rightmost from heads to tails"
literature = "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 14 (1982)"
theorem = "The nimber of place n is the largest power of 2 that divides n."
def moves(p):
    turn = {"H": "T", "T": "H"}
    return [p[:i] + "".join(turn[c] for c in p[i:k + 1]) + p[k + 1:]
            for k in range(len(p)) if p[k] == "H" for i in range(k + 1)]
examples = ["TTTH"]
small = ["H", "TH", "TTH", "TTTH", "TTTTTH", "HHT"]
values = {"H": 1, "TH": 2, "TTH": 1, "TTTH": 4, "TTTTTH": 2}
