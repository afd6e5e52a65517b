def gen(n):
    for i in range(n):
        if i % 2:
            yield i * i
print(list(gen(10)), sum(gen(6)))
def walk(t):
    if isinstance(t, int):
        yield t
    else:
        for s in t:
            yield from walk(s)
print(list(walk([1, [2, [3, 4]], 5])))
print(next(x for x in range(10) if x * x > 20), next((x for x in range(3) if x > 5), -1))
