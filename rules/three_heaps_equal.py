summary = "take from one heap, or the same number from all three"
literature = "U. Blass, A. Fraenkel, The Sprague-Grundy function for Wythoff's game (1990), generalised"
state = "a b c"
both = ["a - k, b, c for k in range(1, a + 1)", "a, b - k, c for k in range(1, b + 1)", "a, b, c - k for k in range(1, c + 1)", "a - k, b - k, c - k for k in range(1, min(a, b, c) + 1)"]
examples = ["2,3,4"]
values = {"2,3,4": 5, "1,2,3": 0, "3,3,3": 3}
