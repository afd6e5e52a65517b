n, m = 6, 7
edges = "1 2 1 3 2 4 3 4 4 5 5 6 3 6"
nums = list(map(int, edges.split()))
adj = [[] for _ in range(n + 1)]
for u, v in zip(nums[::2], nums[1::2]):
    adj[u].append(v)
g = [-1] * (n + 1)
def dfs(u):
    if g[u] != -1:
        return g[u]
    s = set(map(dfs, adj[u]))
    x = 0
    while x in s:
        x += 1
    g[u] = x
    return x
print([dfs(u) for u in range(1, n + 1)])
