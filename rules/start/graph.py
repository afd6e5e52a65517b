# A game on a graph: each rule says what a move takes, cuts or colours.
summary = "take a vertex with its neighbours, or an edge alone"
board = "graph"
both = ["take v with neighbours", "cut edge"]
examples = ["path(5)", "petersen"]
