summary = "subtract a number coprime to the heap"
literature = "S. Iannucci, U. Larsson, Game values of arithmetic functions (2021)"
state = "heaps of n"
both = ["n - k for k in range(1, n + 1) where gcd(k, n) == 1"]
examples = ["30"]
values = {"30": 0, "35": 3, "9,15": 0}
