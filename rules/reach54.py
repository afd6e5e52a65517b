summary = "two rules on one number; whoever reaches 54 or more wins"
literature = "a classroom race game; the Russian school examination (EGE), task 19"
N = 54
state = "n"
both = ["n + 2 where n < N", "n * 2 where n < N"]
examples = ["1", "20"]
small = ["20", "25", "26", "27", "40", "52", "53", "54"]
values = {"53": 1, "54": 0, "27": 2}
