summary = "halve an even number, or subtract one"
literature = "exercise on recursion"
state = "heaps of n"
both = ["n // 2 where n > 0 and n % 2 == 0", "n - 1 where n > 0"]
examples = ["20"]
values = {"20": 2, "7": 0, "12,9": 1}
