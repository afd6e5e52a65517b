R, C = 4, 4
def lines():
    for r in range(R):
        for c in range(C):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(r + k * dr, c + k * dc) for k in range(3)]
                if all(0 <= y < R and 0 <= x < C for y, x in cells):
                    yield cells
L = list(lines())
print(len(L), L[0], L[-1])
board = {(r, c): (r * C + c) % 3 for r in range(R) for c in range(C)}
print(sum(len({board[p] for p in line}) == 1 for line in L))
