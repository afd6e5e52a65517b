board, cells = "grid", ". x o"
left = ["x(o.)+ -> .(..)+x any", ".| -> x| south"]
right = ["o.+ -> .+o any then o.*. -> o.*x any must"]
ends = ["[xo]?x diagonal"]
examples = ["x.o|..."]
