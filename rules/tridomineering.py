summary = "Tridomineering: dominoes and triominoes, Left upright, Right flat"
literature = "G. Blanco, A. Fraenkel, Triomineering, Tridomineering and L-Tridomineering (2004)"
board, cells = "grid", ". #"
left  = [".. -> ## vertical", "... -> ### vertical"]
right = [".. -> ## horizontal", "... -> ### horizontal"]
examples = ["2x3"]
values = {"2x3": "{2|-1}", "3x3": "{2|-2}", "3x4": "{{2|-1}|{-2|{-2|-2}}}"}
