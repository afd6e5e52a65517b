summary = "Grundy's game: split a heap into two unequal ones"
literature = "P. M. Grundy, Mathematics and games, Eureka 2 (1939)"
state = "heaps of n"
both = ["a; n - a for a in range(1, (n + 1) // 2)"]
examples = ["8"]
values = {"3": 1, "4": 0, "5": 2, "6": 1, "7": 0, "8": 2}
