summary = "Kayles: take one or two neighbouring pins"
literature = "R. Guy, C. Smith, The G-values of various games (1956)"
state = "heaps of n"
both = ["a; n - 1 - a for a in range(n)", "a; n - 2 - a for a in range(n - 1)"]
examples = ["9"]
values = {"1": 1, "2": 2, "3": 3, "4": 1, "5": 4, "6": 3, "7": 2}
