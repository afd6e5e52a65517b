summary = "Wythoff's game: take from one heap or the same from both"
literature = "W. A. Wythoff, A modification of the game of Nim (1907)"
state = "a b"
both = ["a - k, b for k in range(1, a + 1)", "a, b - k for k in range(1, b + 1)", "a - k, b - k for k in range(1, min(a, b) + 1)"]
examples = ["3,5"]
values = {"1,2": 0, "3,5": 0, "4,7": 0}
