summary = "take a power of two"
literature = "T. S. Ferguson, Game Theory, part I (2014)"
theorem = "The nimber is n modulo 3."
state = "heaps of n"
both = ["n - 2 ** k for k in range(n.bit_length())"]
def nimber(heaps):
    total = 0
    for n in heaps:
        total ^= n % 3
    return total
examples = ["100"]
values = {"100": 1, "31": 1, "7,8": 3}
