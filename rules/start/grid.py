# A game on a rectangle of cells. The first symbol fills a board that is given by its size, such as 3x4.
summary = "Left places upright dominoes, Right flat ones"
board, cells = "grid", ". #"
left  = [".. -> ## vertical"]
right = [".. -> ## horizontal"]
examples = ["3x4"]
