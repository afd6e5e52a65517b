summary = "dominoes on a hexagonal board"
literature = "variant of Cram, M. Gardner, Scientific American (February 1974)"
board, cells = "hex", ". #"
both = [".. -> ## any"]
examples = ["2x2", "3x3"]
values = {"2x2": 2, "3x3": 2, "2x5": 3}
