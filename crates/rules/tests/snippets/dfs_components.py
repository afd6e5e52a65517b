from collections import defaultdict
edges = [(1, 2), (2, 3), (4, 5), (6, 6), (7, 8), (8, 9), (9, 7)]
adj = defaultdict(list)
for u, v in edges:
    adj[u].append(v)
    adj[v].append(u)
seen = set()
def dfs(u):
    seen.add(u)
    size = 1
    for v in adj[u]:
        if v not in seen:
            size += dfs(v)
    return size
print(sorted(dfs(u) for u in sorted(adj) if u not in seen))
