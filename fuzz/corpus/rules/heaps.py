state = "heaps of n"
both = ["a; n - 1 - a for a in range(n)", "nothing where n == 1"]
examples = ["3,4"]
