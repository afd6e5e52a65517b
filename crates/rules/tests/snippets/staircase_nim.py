def solve(a):
    x = 0
    for i in range(1, len(a), 2):
        x ^= a[i]
    return "Alice" if x else "Bob"
tests = [[1, 2, 3], [5, 0, 7, 0], [2, 3, 1, 3], []]
for t in tests:
    print(t, solve(t))
