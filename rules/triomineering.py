summary = "Triomineering: Left places upright triominoes, Right flat ones"
literature = "G. Blanco, A. Fraenkel, Triomineering, Tridomineering and L-Tridomineering (2004)"
board, cells = "grid", ". #"
left  = ["... -> ### vertical"]
right = ["... -> ### horizontal"]
examples = ["3x3", "4x4"]
values = {"3x3": "{2|-2}", "4x4": "{5/2|-5/2}", "3x4": "{3|-3/2}", "4x5": "{3|-2,{-2|-2}}"}
