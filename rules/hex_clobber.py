summary = "Clobber on a hexagonal board"
literature = "variant of M. Albert, J. Grossman, R. Nowakowski, D. Wolfe, An introduction to Clobber (2005)"
board, cells = "hex", "x o ."
left  = ["xo -> .x any"]
right = ["ox -> .o any"]
examples = ["xo|ox"]
values = {"xo|ox": "*", "xo|xo": "{*,{0|*}|*,{*|0}}", "xox|oxo": "{{0|*},{{0|{0|*}}|0}|{*|0},{0|{{*|0}|0}}}"}
