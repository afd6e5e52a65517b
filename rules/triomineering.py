summary = "Triomineering: Left places upright triominoes, Right flat ones"
literature = "G. Blanco, A. Fraenkel, Triomineering, Tridomineering and L-Tridomineering (2004)"
board, cells = "grid", ". #"
left  = ["... -> ### vertical"]
right = ["... -> ### horizontal"]
examples = ["3x3", "4x4"]
