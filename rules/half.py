summary = "take at most half"
literature = "folklore"
theorem = "The nimber of an even n is n/2, of an odd n that of (n-1)/2."
state = "heaps of n"
both = ["n - k for k in range(1, n // 2 + 1)"]
def nimber(heaps):
    total = 0
    for n in heaps:
        while n % 2:
            n //= 2
        total ^= n // 2
    return total
examples = ["12"]
values = {"12": 6, "27": 3, "5,9": 3}
