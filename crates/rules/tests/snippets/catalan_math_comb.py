from math import comb, gcd, lcm, isqrt, prod
print([comb(2 * n, n) // (n + 1) for n in range(12)])
print(gcd(84, 36), lcm(4, 6), isqrt(99), prod([1, 2, 3, 4]), gcd(0, 7))
a, b = 120, 23
def egcd(a, b):
    return (a, 1, 0) if b == 0 else (lambda t: (t[0], t[2], t[1] - a // b * t[2]))(egcd(b, a % b))
print(egcd(a, b))
