from functools import lru_cache

@lru_cache(maxsize=None)
def g(n):
    s = set()
    for m in (1, 3, 4):
        if n >= m:
            s.add(g(n - m))
    r = 0
    while r in s:
        r += 1
    return r

print([g(i) for i in range(30)])
