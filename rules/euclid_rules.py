summary = "Euclid: take a multiple of the smaller number from the larger"
literature = "A. Cole, A. Davie, A game based on the Euclidean algorithm (1969)"
state = "a b"
both = ["a - k * b, b for k in range(1, a // b + 1) where b > 0", "a, b - k * a for k in range(1, b // a + 1) where a > 0"]
examples = ["25,7"]
small = ["3,2", "5,3", "8,3", "7,7", "4,1"]
values = {"25,7": 3, "8,5": 0, "7,7": 1}
