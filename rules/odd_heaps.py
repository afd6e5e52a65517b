summary = "take an odd number from an even heap, an even number from an odd one"
literature = "exercise on parities"
state = "heaps of n"
both = ["n - k for k in range(1, n + 1) where (n + k) % 2 == 1"]
examples = ["9"]
values = {"9": 4, "8": 4, "5,6": 1}
