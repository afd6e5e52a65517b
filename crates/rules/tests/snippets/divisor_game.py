def solve(n):
    g = [0] * (n + 1)
    for x in range(2, n + 1):
        s = {g[x - d] for d in range(1, x) if x % d == 0}
        v = 0
        while v in s:
            v += 1
        g[x] = v
    return g
print(solve(64))
