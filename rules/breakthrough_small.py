summary = "Breakthrough on a small board; a pawn that has arrived ends the game"
literature = "D. Troyka, Breakthrough (2000)"
board, cells = "grid", ". w b"
left  = ["w. -> .w north northeast northwest", "wb -> .w northeast northwest"]
right = ["b. -> .b south southeast southwest", "bw -> .b southeast southwest"]
ends = ["w| north", "b| south"]
examples = ["bb|..|ww"]
small = ["b|.|w", "bb|..|ww", "b.|..|.w"]
