board = "graph"
left = ["cut L edge and what falls", "take v and above"]
right = ["colour v R where no neighbour is L"]
both = ["walk"]
stuck = "win"
examples = ["0-1L,1*-2R"]
