summary = "Node Kayles: take a vertex with its neighbours"
literature = "T. Schaefer, On the complexity of some two-person perfect-information games (1978)"
board = "graph"
both = ["take v with neighbours"]
examples = ["path(5)"]
values = {"path(1)": 1, "path(4)": 0, "path(5)": 3, "cycle(5)": 0}
