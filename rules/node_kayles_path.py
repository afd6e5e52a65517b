summary = "Node Kayles on a path: place a stone next to no stone"
literature = "T. Schaefer, On the complexity of some two-person perfect-information games (1978)"
board, cells = "strip", ". x #"
both = ["|.| -> |x| east", "|.. -> |x# any", "... -> #x# east", "#.| -> #x| any", "#.# -> #x# east", "#.. -> #x# any"]
examples = ["....."]
values = {".....": 3, "..........": 3, ".......": 1}
