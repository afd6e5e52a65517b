import sys
sys.setrecursionlimit(10**6)
from functools import lru_cache
@lru_cache(None)
def win(n, q):
    if q >= n:
        return True
    for k in range(1, q + 1):
        if not win(n - k, 2 * k):
            return True
    return False
print([n for n in range(2, 60) if not win(n, n - 1)])
