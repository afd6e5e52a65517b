summary = "a king walks to the corner: left, up or both"
literature = "T. S. Ferguson, Game Theory, part I (2014)"
state = "a b"
both = ["a - 1, b where a > 0", "a, b - 1 where b > 0", "a - 1, b - 1 where a > 0 and b > 0"]
examples = ["3,4"]
values = {"0,1": 1, "1,1": 2, "2,2": 0}
