summary = "Mark: subtract one or halve, rounding down"
literature = "A. Fraenkel, Aperiodic subtraction games, Electronic Journal of Combinatorics 18 (2011)"
state = "heaps of n"
both = ["n - 1 where n > 0", "n // 2 where n > 1"]
examples = ["10", "3,7"]
values = {"1": 1, "2": 0, "3": 2, "4": 1, "8": 0}
