def best(nums):
    memo = {}
    def go(i, j):
        if i > j:
            return 0
        if (i, j) in memo:
            return memo[i, j]
        r = -float('inf')
        for v, a, b in ((nums[i], i + 1, j), (nums[j], i, j - 1)):
            r = max(r, v - go(a, b))
        memo[i, j] = r
        return r
    return go(0, len(nums) - 1)
print(best([1, 5, 2]), best([1, 5, 233, 7]), best(list(range(20))))
