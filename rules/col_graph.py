summary = "Col: no neighbour of the same colour"
literature = "J. H. Conway, On Numbers and Games, chapter 8 (1976)"
board = "graph"
left  = ["colour v L where no neighbour is L"]
right = ["colour v R where no neighbour is R"]
examples = ["path(4)"]
values = {"path(4)": "0", "cycle(5)": "0", "complete(3)": "0", "cycle(4)": "0"}
