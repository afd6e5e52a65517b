# A game of functions: the options of a position. With a second parameter `player` ("left" or "right") it is partisan.
summary = "take a square number"

def moves(n):
    k = 1
    options = []
    while k * k <= n:
        options.append(n - k * k)
        k += 1
    return options

examples = ["20"]
small = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "20"]
