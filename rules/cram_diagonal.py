summary = "dominoes that lie diagonally"
literature = "variant of Cram, M. Gardner, Scientific American (February 1974)"
board, cells = "grid", ". #"
both = [".. -> ## diagonal"]
examples = ["3x3"]
values = {"3x3": 1, "3x4": 0, "4x4": 0}
