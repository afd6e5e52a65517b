summary = "Push: a piece moves one place left and pushes those in front of it, but only as far as the first gap"
literature = "M. Albert, R. Nowakowski, D. Wolfe, Lessons in Play (2007)"
def moves(p, player):
    mine = "L" if player == "left" else "R"
    options = []
    for i, c in enumerate(p):
        if c == mine:
            gap = -1
            for j in range(i - 1, -1, -1):
                if p[j] == ".":
                    gap = j
                    break
            if gap >= 0:
                options.append(p[:gap] + p[gap + 1:i + 1] + "." + p[i + 1:])
            else:
                options.append(p[1:i + 1] + "." + p[i + 1:])
    return options
def read(text):
    return text if all(c in "LR." for c in text) else None
examples = [".LR"]
small = ["L", "R", ".L", "LR", ".LR", "L.R", "R.L"]
values = {".LR": "-7/4", "L.R": "-2", "R.L": "2", ".L.RL": "3", "..LRR": "-55/8"}
