summary = "two heaps; add one stone or double a heap until there are 77 or more"
literature = "Russian school examination (EGE) in informatics, tasks 19 to 21"
N = 77
state = "a b"
both = ["a + 1, b where a + b < N", "a * 2, b where a + b < N", "a, b + 1 where a + b < N", "a, b * 2 where a + b < N"]
examples = ["7,30"]
small = ["7,34", "7,35", "10,60", "38,38", "50,20"]
values = {"7,30": 0, "7,34": 4, "10,20": 1, "9,33": 1}
