summary = "Dawson's Chess as rows of pawns"
literature = "T. R. Dawson, Caissa's Wild Roses (1935)"
state = "heaps of n"
both = ["max(a - 1, 0); max(n - a - 2, 0) for a in range(n)"]
examples = ["9"]
values = {"1": 1, "2": 1, "3": 2, "4": 0, "5": 3}
