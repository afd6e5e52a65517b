memo = {}
def kayles(n):
    if n in memo:
        return memo[n]
    opts = set()
    for take in (1, 2):
        for left in range(0, n - take + 1):
            right = n - take - left
            opts.add(kayles(left) ^ kayles(right))
    x = 0
    while x in opts: x += 1
    memo[n] = x
    return x
print(*[kayles(i) for i in range(40)])
