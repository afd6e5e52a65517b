a = {1, 2, 3}
b = {2, 3, 4}
print(sorted(a | b), sorted(a & b), sorted(a - b), sorted(a ^ b), a <= a | b, a.isdisjoint({9}))
a.add(10); a.discard(1); a.update([7, 8])
print(sorted(a), len(a), frozenset([1, 2]) == frozenset([2, 1]))
print(len({frozenset(s) for s in ["ab", "ba", "abc"]}))
