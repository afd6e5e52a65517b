summary = "a knight walks towards the corner"
literature = "T. S. Ferguson, Game Theory, part I (2014)"
state = "a b"
both = ["a - 2, b - 1 where a >= 2 and b >= 1", "a - 1, b - 2 where a >= 1 and b >= 2", "a - 2, b + 1 where a >= 2", "a + 1, b - 2 where b >= 2"]
examples = ["3,4"]
values = {"3,4": 4, "5,5": 0, "7,2": 2}
