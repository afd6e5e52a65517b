summary = "a token walks on a graph and burns what it leaves"
literature = "A. Fraenkel, E. Scheinerman, D. Ullman, Undirected edge geography (1993)"
board = "graph"
both = ["walk"]
examples = ["1*-2,2-3,3-4,4-1"]
values = {"1*-2,2-3,3-4,4-1": 1}
