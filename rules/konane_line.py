summary = "Konane on a line, with jumps over several"
literature = "M. Ernst, Playing Konane mathematically, UMAP Journal 16 (1995)"
board, cells = "strip", "x o ."
left  = ["x(o.)+ -> (..)+x any"]
right = ["o(x.)+ -> (..)+o any"]
examples = ["xoxo.xo", "xo.o."]
values = {"xoxo.xo": "{1|0}", "xo.o.": "1", "xo.xo.o.": "{1,{1|1}|0}", "x.oxo.o": "1"}
