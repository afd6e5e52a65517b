def towerBreakers(n, m):
    return 2 if m == 1 or n % 2 == 0 else 1
def factors(x):
    c, p = 0, 2
    while p * p <= x:
        while x % p == 0:
            x //= p
            c += 1
        p += 1
    return c + (x > 1)
print([towerBreakers(n, m) for n in range(1, 5) for m in range(1, 5)])
print(list(map(factors, range(1, 40))))
