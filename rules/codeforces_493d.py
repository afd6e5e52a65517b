summary = "Vasya and Chess: two queens at the ends of a row of N and pawns in all other cells; whoever cannot take loses"
literature = "Codeforces 493D: whoever starts wins exactly when N is even"
# A position is N, the columns of both queens from 0, and the pawns that are left in the first row; the rest of the board is full.
N = 3
def _rays(p, me):
    n, white, black, gone = p
    here, other = (white, black) if me == 0 else (black, white)
    options = []
    for dr in (-1, 0, 1):
        for dc in (-1, 0, 1):
            if dr == dc == 0:
                continue
            r, c = here
            while True:
                r, c = r + dr, c + dc
                if not (0 <= r < n and 0 <= c < n):
                    break
                if (r, c) == other:
                    options.append(("taken", me))
                    break
                if (r, c) not in gone:
                    fresh = tuple(sorted(gone + ((r, c),)))
                    options.append((n, (r, c), black, fresh) if me == 0 else (n, white, (r, c), fresh))
                    break
    return options
def result(p, player):
    return ("left" if p[1] == 0 else "right") if p[0] == "taken" else None
def moves(p, player):
    return _rays(p, 0 if player == "left" else 1)
def read(text):
    n = int(text) if text.isdigit() else 0
    return (n, (0, 0), (0, n - 1), ((0, 0), (0, n - 1))) if 2 <= n <= 9 else None
def write(p):
    return str(p[0]) if len(p) == 4 and len(p[3]) == 2 else str(p)
examples = ["2", "3"]
small = ["2", "3"]
outcomes = {"2": "first", "3": "second"}
