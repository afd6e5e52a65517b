def moves(p, player):
    out = []
    for i, length in enumerate(p):
        for j in range(length):
            if i or j:
                out.append(p[:i] + tuple([min(r, j) for r in p[i:]]))
    return out
START = (6, 6, 6, 6, 6, 6)
