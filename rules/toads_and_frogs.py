summary = "Toads and Frogs: by a step or a jump"
literature = "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 5 (1982)"
board, cells = "strip", "_ T F"
left  = ["T_ -> _T east", "TF_ -> _FT east"]
right = ["F_ -> _F west", "FT_ -> _TF west"]
examples = ["TT_FF", "TF_TF"]
names = {"es": "Sapos y ranas", "ca": "Gripaus i granotes"}
draw = {"T": "▶ left", "F": "◀ right"}
