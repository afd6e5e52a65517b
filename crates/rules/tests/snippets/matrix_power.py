MOD = 10**9 + 7
def mul(a, b):
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) % MOD for j in range(n)] for i in range(n)]
def power(m, e):
    n = len(m)
    r = [[int(i == j) for j in range(n)] for i in range(n)]
    while e:
        if e & 1:
            r = mul(r, m)
        m = mul(m, m)
        e >>= 1
    return r
print(power([[1, 1], [1, 0]], 10**18)[0][1])
