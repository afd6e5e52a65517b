summary = "Hexapawn without the goal: pawns step and take; whoever cannot move loses"
literature = "M. Gardner, Scientific American (March 1962)"
board, cells = "grid", ". w b"
left  = ["w. -> .w north", "wb -> .w northeast northwest"]
right = ["b. -> .b south", "bw -> .b southeast southwest"]
examples = ["bbb|...|www"]
small = ["b|.|w", "bb|..|ww", "b.|..|.w", "bbb|...|www"]
values = {"bbb|...|www": "0", "bb|..|ww": "0", "b.|..|.w": "0", "bb.|...|.ww": "0"}
