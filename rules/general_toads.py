summary = "Toads and Frogs with long jumps: over any number of frogs or toads"
literature = "J. Erickson, New Toads and Frogs results, Games of No Chance (1996)"
board, cells = "strip", "_ T F"
left  = ["T_ -> _T east", "TF+_ -> _F+T east"]
right = ["F_ -> _F west", "FT+_ -> _T+F west"]
examples = ["TFF_", "TT_FF"]
values = {"TFF_": "0", "TT_FF": "*", "TTF_F": "{*|0}", "TF_FT_": "1/2", "TT__FF": "*"}
