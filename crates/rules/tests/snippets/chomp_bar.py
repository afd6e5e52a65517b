from functools import lru_cache
@lru_cache(None)
def wins(rows):
    if not rows or rows == (0,) * len(rows):
        return True
    for i, length in enumerate(rows):
        for j in range(length):
            after = tuple(min(r, j) if k >= i else r for k, r in enumerate(rows))
            if not wins(after):
                return True
    return False
print([(a, b) for a in range(1, 5) for b in range(1, 5) if wins((b,) * a)])
