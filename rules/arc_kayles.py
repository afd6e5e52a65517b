summary = "Arc Kayles: take an edge with its ends"
literature = "T. Schaefer, On the complexity of some two-person perfect-information games (1978)"
board = "graph"
both = ["take edge with ends"]
examples = ["path(6)"]
