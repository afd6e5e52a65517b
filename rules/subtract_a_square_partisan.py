summary = "Left takes 1 or 4, Right 2 or 3"
literature = "A. Fraenkel, A. Kotzig, Partizan octal games: partizan subtraction games (1987)"
state = "heaps of n"
left  = ["n - k for k in (1, 4) where k <= n"]
right = ["n - k for k in (2, 3) where k <= n"]
examples = ["7", "3,4"]
values = {"7": "0", "3,4": "{{3/2|1/2}|1/2}", "12": "{{1/2|0}|0}"}
