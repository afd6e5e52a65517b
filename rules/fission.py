summary = "Fission: a piece between two free cells splits in two; Left splits upright, Right sideways"
literature = "CGSuite, game catalogue (A. Siegel)"
board, cells = "grid", ". x #"
left  = [".x. -> x.x vertical"]
right = [".x. -> x.x horizontal"]
examples = ["...|.x.|..."]
small = [".x.", "...|.x.|...", ".x..", "....|.x..|....", "..x..", ".|x|."]
values = {
    "...|.x.|...": "0",
    ".....|.....|..x..|.....|.....": "0",
    "....|.x..|....": "0",
    "..x..|.....": "-2",
    "...|.x.|...|...": "0",
}
