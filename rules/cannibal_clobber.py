summary = "Cannibal Clobber: a piece may also take one of its own colour"
literature = "variant studied after M. Albert, J. Grossman, R. Nowakowski, D. Wolfe, An introduction to Clobber (2005)"
board, cells = "grid", "x o ."
left  = ["x[xo] -> .x orthogonal"]
right = ["o[xo] -> .o orthogonal"]
examples = ["xo|ox"]
values = {"xo|ox": "*", "xo|x.": "{0|*}", "xxo": "{0|*}", "xoo|..x": "0"}
