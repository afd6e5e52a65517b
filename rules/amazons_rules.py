summary = "Amazons: a queen's move, then an arrow from where she stands"
literature = "W. Zamkauskas, El Juego de las Amazonas (1988)"
board, cells = "grid", ". L R #"
left  = ["L.+ -> .+L any then L.*. -> L.*# any"]
right = ["R.+ -> .+R any then R.*. -> R.*# any"]
examples = ["L..", "L.|.R"]
small = ["L.", "L..", "L.R", "L.|..", "L.|.R", ".L.|..."]
values = {"L..": "2", "L.|.R": "0", "L..R": "{1|-1}", "L..|..R": "{1,{2|0}|-1,{0|-2}}"}
