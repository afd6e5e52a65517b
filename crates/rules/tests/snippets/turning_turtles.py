def turtles(row):
    x = 0
    for i, c in enumerate(row, start=1):
        if c == 'H':
            x ^= i
    return x
from itertools import product
print(sum(turtles(r) == 0 for r in product('HT', repeat=6)))
def moves(row):
    res = []
    for i, c in enumerate(row):
        if c == 'H':
            flip = row[:i] + 'T' + row[i + 1:]
            res.append(flip)
            for j in range(i):
                res.append(flip[:j] + ('T' if flip[j] == 'H' else 'H') + flip[j + 1:])
    return res
print(moves('THH'))
