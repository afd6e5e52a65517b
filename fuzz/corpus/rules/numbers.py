state = "a b"
N = 7
both = ["a - k, b for k in range(1, min(a, N) + 1) where b % 2 == 0", "b, a where gcd(a, b) > 1 and a > b"]
wins = ["a == 0"]
examples = ["3,4"]
