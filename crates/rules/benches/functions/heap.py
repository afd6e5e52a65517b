def moves(p, player):
    return [p - k for k in (1, 3, 4) if k <= p]
START = 100000
