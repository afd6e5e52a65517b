W = 50
items = [(6, 30), (3, 14), (4, 16), (2, 9)]
dp = [0] * (W + 1)
for w, v in items:
    for c in range(W, w - 1, -1):
        dp[c] = max(dp[c], dp[c - w] + v)
print(dp[10], max(dp))
