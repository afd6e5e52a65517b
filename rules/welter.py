summary = "Welter's game: coins jump left to any free square"
literature = "J. H. Conway, On Numbers and Games, chapter 13 (1976)"
board, cells = "strip", ". o"
both = [".?*o -> o?*. east"]
examples = ["..o.o"]
values = {"..o.o": 5, ".o.o..o": 7, "o..o...o": 3, "...oo": 6}
