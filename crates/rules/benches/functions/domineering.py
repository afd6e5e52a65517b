W, H = 5, 4
VERTICAL = [1 << (r * W + c) | 1 << (r * W + W + c) for r in range(H - 1) for c in range(W)]
HORIZONTAL = [3 << (r * W + c) for r in range(H) for c in range(W - 1)]
def moves(p, player):
    dominoes = VERTICAL if player == "left" else HORIZONTAL
    return [p | d for d in dominoes if not p & d]
START = 0
