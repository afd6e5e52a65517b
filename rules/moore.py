summary = "Moore's Nim: take from one or two heaps of three"
literature = "E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910)"
theorem = "Lost exactly when the binary digits of the heaps add up to 0 modulo 3 in every column."
state = "a b c"
both = [
    "a - i, b, c for i in range(1, a + 1)",
    "a, b - i, c for i in range(1, b + 1)",
    "a, b, c - i for i in range(1, c + 1)",
    "a - i, b - j, c for i in range(1, a + 1) for j in range(1, b + 1)",
    "a - i, b, c - j for i in range(1, a + 1) for j in range(1, c + 1)",
    "a, b - i, c - j for i in range(1, b + 1) for j in range(1, c + 1)",
]
examples = ["2,3,1"]
values = {"2,3,1": 6, "1,1,1": 0, "3,3,3": 0, "1,2,3": 6}
