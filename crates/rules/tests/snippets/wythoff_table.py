n = 12
win = [[False] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        w = False
        for k in range(1, i + 1):
            if not win[i - k][j]:
                w = True
        for k in range(1, j + 1):
            if not win[i][j - k]:
                w = True
        for k in range(1, min(i, j) + 1):
            if not win[i - k][j - k]:
                w = True
        win[i][j] = w
for row in win:
    print("".join("N" if c else "P" for c in row))
