summary = "Lasker's Nim: take any number, or split"
literature = "E. Lasker, Brettspiele der Völker (1931)"
state = "heaps of n"
both = ["n - k for k in range(1, n + 1)", "a; n - a for a in range(1, n // 2 + 1)"]
examples = ["4,7"]
values = {"1": 1, "2": 2, "3": 4, "4": 3, "7": 8, "8": 7}
