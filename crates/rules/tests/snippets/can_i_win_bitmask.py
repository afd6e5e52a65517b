import functools
def canIWin(m, total):
    if m * (m + 1) // 2 < total:
        return False
    @functools.lru_cache(None)
    def dfs(used, left):
        for i in range(m):
            if not used >> i & 1:
                if i + 1 >= left or not dfs(used | 1 << i, left - i - 1):
                    return True
        return False
    return dfs(0, total)
print(canIWin(10, 11), canIWin(10, 0), canIWin(10, 1), canIWin(8, 26))
