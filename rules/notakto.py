summary = "three crosses in a line on a grid end the game"
literature = "T. Plambeck, G. Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe, arXiv 1301.1672 (2013)"
board, cells = "grid", ". x"
both = [". -> x"]
ends = ["xxx any line"]
examples = ["3x3"]
small = [".x.|x..|...", "xx.|...|.x.", "x.x|.x.|..."]
values = {"3x3": 1, "..x|...|..x": 2, "x.x|.x.|...": 1}
