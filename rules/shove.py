summary = "Shove: push a piece and everything to its left one place left"
literature = "M. Albert, R. Nowakowski, D. Wolfe, Lessons in Play (2007)"
def moves(p, player):
    mine = "L" if player == "left" else "R"
    options = []
    for i, c in enumerate(p):
        if c == mine:
            pushed = p[1:i + 1] + "." + p[i + 1:]
            options.append(pushed)
    return options
def read(text):
    return text if all(c in "LR." for c in text) else None
examples = ["L.RL"]
small = ["L", "R", ".L", "LR", "RL", "L.R", "LRL", ".RL."]
values = {"L.RL": "11/4", "LRL": "9/4", ".RL.": "2", "RRL.L": "27/4"}
