summary = "Konane on a line, with jumps over several"
literature = "M. Ernst, Playing Konane mathematically, UMAP Journal 16 (1995)"
board, cells = "strip", "x o ."
left  = ["x(o.)+ -> (..)+x any"]
right = ["o(x.)+ -> (..)+o any"]
examples = ["xoxo.xo", "xo.o."]
