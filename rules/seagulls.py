summary = "paint a prime number of white cells in a row, at most half of the longest white row, rounded up; one cell where no prime is so small"
literature = "Codeforces Gym 101350 E, Competitive Seagulls: from four cells on the first player paints the middle and mirrors every answer"
# A position is the lengths of the white rows, in increasing order. How much may be painted depends on the longest of all.
def _prime(n):
    return n > 1 and all(n % d for d in range(2, n))
def moves(p):
    options = set()
    longest = p[-1] if p else 0
    sizes = [k for k in range(2, (longest + 1) // 2 + 1) if _prime(k)] or [1]
    for i, n in enumerate(p):
        rest = p[:i] + p[i + 1:]
        for k in sizes:
            for a in range((n - k) // 2 + 1 if n >= k else 0):
                options.add(tuple(sorted(rest + tuple(x for x in (a, n - k - a) if x))))
    return sorted(options)
examples = ["(4,)", "(12,)"]
small = ["(1,)", "(2,)", "(3,)", "(4,)", "(5,)", "(6,)", "(7,)", "(8,)"]
outcomes = {"(1,)": "first", "(2,)": "second", "(3,)": "second", "(4,)": "first", "(9,)": "first", "(12,)": "first"}
