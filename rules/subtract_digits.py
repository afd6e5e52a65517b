summary = "subtract one of the digits of the number"
literature = "exercise; S. Iannucci, U. Larsson, Game values of arithmetic functions (2021)"
state = "heaps of n"
both = ["n - int(d) for d in sorted(set(str(n))) where int(d) > 0"]
examples = ["25"]
values = {"9": 1, "10": 0, "11": 1}
