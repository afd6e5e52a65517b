summary = "Hackenbush: cut an edge and all that falls; vertex 0 is the ground"
literature = "J. H. Conway, On Numbers and Games (1976)"
board = "graph"
left  = ["cut L edge and what falls"]
right = ["cut R edge and what falls"]
examples = ["0-1L,1-2R"]
small = ["0-1L", "0-1R", "0-1L,1-2R", "0-1G", "0-1L,0-2R", "0-1L,1-2L,0-2R"]
values = {"0-1L,1-2R": "1/2", "0-1L,1-2R,2-3L": "3/4", "0-1L,1-2L,0-2R": "1"}
