summary = "Seating Couples: Left seats lady and gentleman, Right gentleman and lady; nobody beside a stranger of the other sex"
literature = "E. Berlekamp, J. Conway, R. Guy, Winning Ways (1982): Seating Couples"
board, cells = "strip", ". L G"
left = ["[.L]..[.G] -> ?LG? east", "|..[.G] -> |LG? east", "[.L]..| -> ?LG| east", "|..| -> |LG| east"]
right = ["[.G]..[.L] -> ?GL? east", "|..[.L] -> |GL? east", "[.G]..| -> ?GL| east", "|..| -> |GL| east"]
examples = ["7"]
values = {"4": "*", "5": "0", "7": "0", "8": "*", "10": "*"}
