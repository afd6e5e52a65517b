summary = "replace n by n minus the sum of its digits, or by n // 10"
literature = "exercise"
state = "heaps of n"
both = ["n - sum(int(d) for d in str(n)) where n > 0", "n // 10 where n >= 10"]
examples = ["57"]
values = {"57": 0, "123": 1, "19,40": 2}
