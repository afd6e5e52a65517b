players = 4
def moves(n, player):
    return {n - k for k in range(1, player + 1) if k <= n}
def result(n, player):
    return [1, 3] if n == 0 and player == 2 else None
examples = ["5@2"]
