summary = "take a prime number of stones, or one"
literature = "S. Golomb, A mathematical investigation of games of take-away, J. Combinatorial Theory 1 (1966)"
state = "heaps of n"
def prime(n):
    return n > 1 and all(n % d for d in range(2, isqrt(n) + 1))
both = ["n - k for k in range(1, n + 1) where k == 1 or prime(k)"]
examples = ["30"]
values = {"4": 0, "8": 0, "12": 0, "5": 1}
