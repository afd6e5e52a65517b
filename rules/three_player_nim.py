summary = "Nim for three in turn: whoever takes the last object wins, and the other two do not"
literature = "J. Propp, Three-player impartial games, Theoretical Computer Science 233 (2000); with ranks, S.-Y. R. Li, N-person Nim and N-person Moore's games, International Journal of Game Theory 7 (1978)"
players = 3
state = "heaps of n"
both = ["n - k for k in range(1, n + 1)"]
examples = ["1,1", "1,2", "2,2"]
small = ["1", "3", "1,1", "1,2", "2,2", "1,1,1", "1,2,3", "2,2,2"]
