def moves(board, rows, cols, vertical):
    out = []
    for r in range(rows):
        for c in range(cols):
            i = r * cols + c
            j = i + cols if vertical else i + 1
            if vertical and r + 1 == rows or not vertical and c + 1 == cols:
                continue
            m = 1 << i | 1 << j
            if not board & m:
                out.append(board | m)
    return out
memo = {}
def win(board, rows, cols, vertical):
    key = board, rows, cols, vertical
    if key not in memo:
        memo[key] = any(not win(b, rows, cols, not vertical) for b in moves(board, rows, cols, vertical))
    return memo[key]
for r in range(1, 5):
    print([(win(0, r, c, True), win(0, r, c, False)) for c in range(1, 4)])
