a, *b, c = range(6)
(x, y), z = (1, 2), 3
print(a, b, c, x, y, z)
first, second = second, first = 1, 2
print(first, second)
def f(*args):
    return "-".join(map(str, args))
print(f(1, 2, 3), f(*[4, 5]), [*range(3), *"ab"])
for i, (p, q) in enumerate([(1, 2), (3, 4)], 1):
    print(i, p * q)
