summary = "Left paints a free cell, Right a free pair; on a line"
literature = "exercise"
board, cells = "strip", ". #"
left  = [". -> #"]
right = [".. -> ## any"]
examples = ["....", ".#..."]
