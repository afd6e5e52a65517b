summary = "Elephants and Rhinos: they walk towards each other one step at a time and never jump"
literature = "M. Albert, R. Nowakowski, D. Wolfe, Lessons in Play (2007)"
board, cells = "strip", "_ E R"
left  = ["E_ -> _E east"]
right = ["R_ -> _R west"]
examples = ["E__R", "EE_RR"]
values = {"E__R": "0", "EE_RR": "{1|-1}", "E___R": "*", "E_R_E__R": "*"}
