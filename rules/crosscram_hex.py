summary = "dominoes on a hexagonal board"
literature = "variant of Cram, M. Gardner, Scientific American (February 1974)"
board, cells = "hex", ". #"
both = [".. -> ## any"]
examples = ["2x2", "3x3"]
