summary = "Couples are forever: split a heap, but never one of two"
literature = "R. Guy; I. Caines, C. Gates, R. Guy, R. Nowakowski, Periods in taking and splitting games (1999)"
state = "heaps of n"
both = ["a; n - a for a in range(1, n // 2 + 1) where n > 2"]
examples = ["10"]
values = {"10": 2, "15": 4, "22": 2}
