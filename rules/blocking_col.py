summary = "Left paints a free cell, Right a free pair; on a line"
literature = "exercise"
board, cells = "strip", ". #"
left  = [". -> #"]
right = [".. -> ## any"]
examples = ["....", ".#..."]
values = {"....": "1", ".#...": "{3|2}", "......": "{2|1}", "..#..": "1"}
