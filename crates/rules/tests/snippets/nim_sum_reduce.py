from functools import reduce
from operator import xor
heaps = list(map(int, "3 4 5 7 9".split()))
x = reduce(xor, heaps)
print("First" if x else "Second", x)
for i, h in enumerate(heaps):
    if h ^ x < h:
        print(f"take {h - (h ^ x)} from heap {i + 1}")
