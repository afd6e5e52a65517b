summary = "Fibonacci Nim: at most twice what was taken last"
literature = "M. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1 (1963)"
state = "n q"
both = ["n - k, 2 * k for k in range(1, min(n, q) + 1)"]
examples = ["12,11"]
small = ["5,4", "8,7", "7,6", "12,11", "6,2"]
values = {"5,4": 0, "8,7": 0}
