summary = "split a heap in three"
literature = "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 4 (1982)"
state = "heaps of n"
both = ["a; b; n - a - b for a in range(1, n) for b in range(a, n - a) where n - a - b >= b"]
examples = ["9"]
values = {"9": 4, "6": 2, "12": 5}
