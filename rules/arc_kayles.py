summary = "Arc Kayles: take an edge with its ends"
literature = "T. Schaefer, On the complexity of some two-person perfect-information games (1978)"
board = "graph"
both = ["take edge with ends"]
examples = ["path(6)"]
values = {"path(6)": 3, "path(8)": 1, "path(10)": 3, "cycle(7)": 1}
