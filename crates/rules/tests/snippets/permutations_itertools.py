from itertools import permutations, combinations, product
best = None
for p in permutations(range(4)):
    if all(abs(p[i] - p[j]) != j - i for i in range(4) for j in range(i + 1, 4)):
        best = p if best is None else max(best, p)
print(best)
print(list(combinations("abcd", 2)))
print(sum(1 for t in product([0, 1], repeat=5) if sum(t) == 2))
