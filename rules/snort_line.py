summary = "Snort on a line: never beside the other player's"
literature = "J. H. Conway, On Numbers and Games, chapter 8 (1976)"
def moves(p, player):
    mine, other = ("L", "R") if player == "left" else ("R", "L")
    return [p[:i] + mine + p[i + 1:] for i in range(len(p))
            if p[i] == "." and (i == 0 or p[i - 1] != other) and (i + 1 == len(p) or p[i + 1] != other)]
def images(p):
    return [p[::-1]]
examples = ["....", "L..R"]
small = [".", "..", "...", "....", "L.R", "L..", ".R..L"]
values = {"....": "{{2|1}|{-1|-2}}", "L..R": "*", "......": "*", ".R..L": "{-1|-1}"}
