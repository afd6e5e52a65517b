summary = "Dots and Boxes by its score: whoever draws the fourth side of a box gets it and draws again"
literature = "E. Berlekamp, The Dots and Boxes Game (2000)"
R, C = 1, 2
H = (R + 1) * C
EDGES = H + R * (C + 1)
def _sides(box):
    r, c = box // C, box % C
    return (r * C + c, (r + 1) * C + c, H + r * (C + 1) + c, H + r * (C + 1) + c + 1)
BOXES = [_sides(b) for b in range(R * C)]
def result(p, player):
    return p[1] if "." not in p[0] else None
def moves(p, player):
    # The last entry says who is to draw again: the other player then passes.
    edges, score, again = p
    if again and again != player:
        return [(edges, score, "")]
    options = []
    sign = 1 if player == "left" else -1
    for i in range(EDGES):
        if edges[i] == ".":
            drawn = edges[:i] + "x" + edges[i + 1:]
            made = sum(1 for b in BOXES if i in b and all(drawn[k] == "x" for k in b))
            options.append((drawn, score + sign * made, player if made and "." in drawn else ""))
    return options
def read(text):
    return (text, 0, "") if len(text) == EDGES and all(c in ".x" for c in text) else None
def write(p):
    return p[0] if p[1] == 0 and not p[2] else f"{p[0]} {p[1]} {p[2]}".strip()
examples = ["......."]
small = ["xxx....", "xx.x.x."]
outcomes = {".......": "draw"}
