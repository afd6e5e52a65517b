def isprime(n):
    if n < 2: return False
    i = 2
    while i * i <= n:
        if n % i == 0: return False
        i += 1
    return True
P = [p for p in range(60) if isprime(p)]
win = [False] * 100
for n in range(100):
    win[n] = any(not win[n - p] for p in P if p <= n)
print([n for n, w in enumerate(win) if not w])
