board, cells, endless = "hex", ". a b", "draw"
both = ["a. -> .a any", "ab -> ?a northeast"]
draw = {"a": "A left", "b": "gone"}
names = {"es": "Juego"}
examples = ["a.|.b"]
