# A game on a row of cells. The first symbol fills a board that is given by its size.
summary = "toads go right, frogs go left, by a step or a jump"
board, cells = "strip", "_ T F"
left  = ["T_ -> _T east", "TF_ -> _FT east"]
right = ["F_ -> _F west", "FT_ -> _TF west"]
examples = ["TT_FF"]
