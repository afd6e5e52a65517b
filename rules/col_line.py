summary = "place a stone beside none of the other player's on a line (Col on a line)"
literature = "J. H. Conway, On Numbers and Games, chapter 8 (1976)"
def moves(p, player):
    mine = "L" if player == "left" else "R"
    return [p[:i] + mine + p[i + 1:] for i in range(len(p))
            if p[i] == "." and (i == 0 or p[i - 1] != mine) and (i + 1 == len(p) or p[i + 1] != mine)]
def images(p):
    return [p[::-1]]
examples = ["....", "L..R"]
small = [".", "..", "...", "....", "L.R", "L..", ".R..L"]
values = {"....": "0", "L..R": "0", ".....": "0", "L.R..": "1/2", ".R..L": "1"}
