import heapq
g = {0: [(1, 4), (2, 1)], 1: [(3, 1)], 2: [(1, 2), (3, 5)], 3: []}
dist = {v: float('inf') for v in g}
dist[0] = 0
h = [(0, 0)]
while h:
    d, u = heapq.heappop(h)
    if d > dist[u]:
        continue
    for v, w in g[u]:
        if d + w < dist[v]:
            dist[v] = d + w
            heapq.heappush(h, (dist[v], v))
print(dist)
