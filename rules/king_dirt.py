summary = "a king walks on dirty cells of a line and cleans what it leaves; two kings"
literature = "a ruleset of lists of partisan games; the rules are those stated here, no paper is known to us"
board, cells = "grid", ". L R #"
left  = ["L. -> #L any"]
right = ["R. -> #R any"]
examples = ["L.R", "L..|..R"]
values = {"L.R": "*", "L..|..R": "0", "L.|.R": "0", "L...R": "*", ".L.|R..": "{1|0}"}
