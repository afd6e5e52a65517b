def who(length, divisor):
    memo = {}
    def go(i, r):
        if i == length:
            return r == 0
        if (i, r) not in memo:
            nxt = [go(i + 1, (10 * r + d) % divisor) for d in range(10) if i or d]
            memo[i, r] = any(nxt) if i % 2 == 1 else all(nxt)
        return memo[i, r]
    return "Bob" if go(0, 0) else "Alice"
print([who(n, d) for n in range(1, 5) for d in (2, 3, 5, 11)])
