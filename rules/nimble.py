summary = "Nimble: coins on a strip; move one to the left"
literature = "T. S. Ferguson, Game Theory, part I (2014)"
theorem = "A coin on square n is a heap of n."
state = "heaps of n"
both = ["n - k for k in range(1, n + 1)"]
def nimber(heaps):
    total = 0
    for n in heaps:
        total ^= n
    return total
examples = ["3,4,5"]
values = {"3,4,5": 2, "1,6": 7}
