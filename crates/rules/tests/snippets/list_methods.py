a = [3, 1, 2]
a.append(4); a.insert(1, 9); a.extend([7, 7])
print(a, a.index(9), a.count(7), a.pop(), a.pop(0), a)
a.remove(7); a.reverse(); print(a)
b = a[:]
b[1:3] = [0, 0, 0]
print(a, b, a == b, a + b, a[-1], a[::2])
c = a.copy(); c.clear(); print(c, bool(c))
m = [[0] * 3 for _ in range(2)]
m[0][1] = 5
print(m, list(zip(*m)), [x for row in m for x in row], sum(map(sum, m)))
del a[0]
print(a, 2 in a, tuple(a), list("abc"), any(a), all([]))
