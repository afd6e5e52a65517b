summary = "two tokens step along a strip, forward and back; whoever cannot step loses, and play may go round"
literature = "C. Smith, Graphs and composite games, Journal of Combinatorial Theory 1 (1966): games with cycles"
board, cells = "strip", "_ a b"
endless = "draw"
left  = ["a_ -> _a any"]
right = ["b_ -> _b any"]
examples = ["a_b", "a__b"]
small = ["ab", "a_b", "_ab", "a__b"]
