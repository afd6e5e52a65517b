def solve(a):
    pre = [0]
    for x in a:
        pre.append(pre[-1] ^ x)
    cnt = {}
    res = 0
    for p in pre:
        res += cnt.get(p, 0)
        cnt[p] = cnt.get(p, 0) + 1
    return res
print(solve([1, 2, 3]), solve([4, 2, 2, 6, 4]), solve([0] * 10))
