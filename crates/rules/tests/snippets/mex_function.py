def mex(values):
    seen = set(values)
    i = 0
    while i in seen:
        i += 1
    return i

N = 200
grundy = [0] * (N + 1)
for n in range(1, N + 1):
    reach = set()
    for k in range(1, n // 2 + 1):
        reach.add(grundy[n - k])
    grundy[n] = mex(reach)
print(grundy[:40])
print(sum(grundy))
