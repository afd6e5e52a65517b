summary = "Clobber in all eight directions"
literature = "variant of M. Albert, J. Grossman, R. Nowakowski, D. Wolfe, An introduction to Clobber (2005)"
board, cells = "grid", "x o ."
left  = ["xo -> .x any"]
right = ["ox -> .o any"]
examples = ["xo|ox"]
values = {"xo|ox": "*", "xo|xo": "*", "xox|oxo": "{{0|{*,{0|*}|*,{*|0}}},{{0|{0|*}}|0}|{0|{{*|0}|0}},{{*,{0|*}|*,{*|0}}|0}}"}
