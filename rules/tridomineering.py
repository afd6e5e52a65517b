summary = "Tridomineering: dominoes and triominoes, Left upright, Right flat"
literature = "G. Blanco, A. Fraenkel, Triomineering, Tridomineering and L-Tridomineering (2004)"
board, cells = "grid", ". #"
left  = [".. -> ## vertical", "... -> ### vertical"]
right = [".. -> ## horizontal", "... -> ### horizontal"]
examples = ["2x3"]
