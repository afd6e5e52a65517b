summary = "Chomp on a graph: take a vertex or an edge"
literature = "T. Khandhawit, L. Ye, Chomp on graphs and subsets (2011)"
board = "graph"
both = ["take v", "cut edge"]
examples = ["path(3)"]
values = {"path(3)": 1, "path(5)": 1, "cycle(4)": 0, "complete(4)": 1}
