summary = "Tower Breakers: replace a height by a proper divisor"
literature = "HackerRank, Tower Breakers"
theorem = "The nimber of a tower is the number of its prime factors."
state = "heaps of n"
both = ["d for d in range(1, n) where n % d == 0"]
def nimber(heaps):
    total = 0
    for n in heaps:
        count, p = 0, 2
        while n > 1:
            while n % p == 0:
                n //= p
                count += 1
            p += 1
        total ^= count
    return total
examples = ["12,30"]
small = ["1", "2", "6", "8", "12", "30", "6,10"]
values = {"12,30": 0, "64": 6, "36": 4}
