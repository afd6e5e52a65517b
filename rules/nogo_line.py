summary = "NoGo on a line: every group of stones must keep a free neighbour"
literature = "C. Chou, O. Teytaud, S. Yen, Revisiting Monte-Carlo tree search on a normal form game: NoGo (2011)"
def free(p):
    i = 0
    while i < len(p):
        if p[i] == ".":
            i += 1
            continue
        j = i
        while j < len(p) and p[j] == p[i]:
            j += 1
        if not (i > 0 and p[i - 1] == "." or j < len(p) and p[j] == "."):
            return False
        i = j
    return True
def moves(p, player):
    mine = "x" if player == "left" else "o"
    placed = [p[:i] + mine + p[i + 1:] for i in range(len(p)) if p[i] == "."]
    return [q for q in placed if free(q)]
def images(p):
    return [p[::-1]]
examples = [".....", "x..o."]
small = [".", "..", "...", "....", ".....", "x..", "x.o"]
values = {".....": "*", "x..o.": "{0|-1}", ".......": "{{1|1}|{-1|-1}}"}
