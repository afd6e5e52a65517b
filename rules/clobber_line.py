summary = "Clobber on a line"
literature = "M. Albert, J. Grossman, R. Nowakowski, D. Wolfe, An introduction to Clobber (2005)"
board, cells = "strip", "x o ."
left  = ["xo -> .x any"]
right = ["ox -> .o any"]
examples = ["xoxo", "xxo"]
values = {"xoxo": "{*,{0|*}|*,{*|0}}", "xxo": "{0|*}", "xoxoxo": "0", "xxoox": "{*|0}", "xoxox": "{*|{*|0}}"}
