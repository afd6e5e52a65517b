summary = "Clobber with pieces that belong to both"
literature = "variant of M. Albert, J. Grossman, R. Nowakowski, D. Wolfe, An introduction to Clobber (2005)"
board, cells = "grid", "x o ."
both = ["xo -> .x orthogonal", "ox -> .o orthogonal"]
examples = ["xo|ox"]
values = {"xo|ox": 0, "xox|oxo": 0, "xoxox": 0, "xo|xo|ox": 1}
