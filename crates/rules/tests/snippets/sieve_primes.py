N = 1000
sieve = [True] * (N + 1)
sieve[0] = sieve[1] = False
for p in range(2, 32):
    if sieve[p]:
        for q in range(p * p, N + 1, p):
            sieve[q] = False
primes = [i for i, ok in enumerate(sieve) if ok]
print(len(primes), primes[-5:])
