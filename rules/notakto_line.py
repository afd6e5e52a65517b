summary = "Notakto in normal play on a strip: whoever makes three in a row ends the game"
literature = "T. Plambeck, G. Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe, arXiv 1301.1672 (2013)"
board, cells = "strip", ". x"
both = [". -> x"]
ends = ["xxx east"]
examples = ["......"]
values = {"......": 0, "...": 1, "....": 2, "........": 2}
