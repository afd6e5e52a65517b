# A game on heaps: each rule says what becomes of one heap of n; `;` splits it.
summary = "take one or two; taking one may split the heap"
state = "heaps of n"
both = [
    "n - 2 where n >= 2",
    "a; n - 1 - a for a in range(n)",
]
examples = ["10", "3,4,5"]
