summary = "three crosses in a line on a grid end the game"
literature = "T. Plambeck, G. Whitehead, The secrets of Notakto, Integers (2013)"
board, cells = "grid", ". x"
both = [". -> x"]
ends = ["xxx any line"]
examples = ["3x3"]
small = [".x.|x..|...", "xx.|...|.x.", "x.x|.x.|..."]
