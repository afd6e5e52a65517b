summary = "take a square number of stones"
literature = "S. Golomb, A mathematical investigation of games of take-away, J. Combinatorial Theory 1 (1966)"
state = "heaps of n"
both = ["n - k * k for k in range(1, n + 1) where k * k <= n"]
examples = ["30"]
values = {"1": 1, "2": 0, "5": 0, "7": 0, "10": 0, "12": 0}
