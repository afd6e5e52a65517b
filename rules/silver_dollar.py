summary = "Silver Dollar without the dollar: coins slide left, none over another"
literature = "N. G. de Bruijn; E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 15 (1982)"
board, cells = "strip", ". o"
both = [".+o -> o.+ east"]
examples = [".o..o.o"]
values = {".o..o.o": 0, "..o...o.o": 3, "o..o": 2, "...oo.o..o": 2}
