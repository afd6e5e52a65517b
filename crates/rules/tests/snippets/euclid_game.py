def euclid(a, b):
    if a < b:
        a, b = b, a
    if b == 0:
        return False
    q, r = divmod(a, b)
    return q >= 2 or not euclid(b, r)
print([[int(euclid(i, j)) for j in range(1, 12)] for i in range(1, 12)])
