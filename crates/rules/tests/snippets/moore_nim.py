def moore(heaps, k):
    width = max(heaps).bit_length() if heaps else 0
    for b in range(width):
        if sum(h >> b & 1 for h in heaps) % (k + 1):
            return True
    return False
print([moore([a, b, 3], 2) for a in range(4) for b in range(4)])
