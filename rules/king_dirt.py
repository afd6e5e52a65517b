summary = "a king walks on dirty cells of a line and cleans what it leaves; two kings"
literature = "after CGSuite's grid games (A. Siegel)"
board, cells = "grid", ". L R #"
left  = ["L. -> #L any"]
right = ["R. -> #R any"]
examples = ["L.R", "L..|..R"]
