summary = "four crosses in a row end the game"
literature = "variant of Treblecross, E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 4 (1982)"
board, cells = "strip", ". x"
both = [". -> x"]
ends = ["xxxx east"]
examples = ["........"]
values = {"........": 0, ".....": 1, "....x....": 0}
