def counter():
    count = 0
    def inc(by=1):
        nonlocal count
        count += by
        return count
    return inc
c = counter()
c(); c(5)
print(c())
fs = [lambda x, k=k: x * k for k in range(4)]
print([f(10) for f in fs])
compose = lambda f, g: lambda x: f(g(x))
print(compose(lambda x: x + 1, lambda x: x * 2)(5))
total = 0
def bump(n):
    global total
    total += n
bump(3); bump(4)
print(total)
