summary = "Snort: no neighbour of the other player's colour"
literature = "J. H. Conway, On Numbers and Games, chapter 8 (1976)"
board = "graph"
left  = ["colour v L where no neighbour is R"]
right = ["colour v R where no neighbour is L"]
examples = ["path(4)"]
values = {"path(4)": "{{2|1}|{-1|-2}}", "cycle(5)": "*", "complete(3)": "{2|-2}", "cycle(4)": "0"}
