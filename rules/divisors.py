summary = "subtract a proper divisor"
literature = "LeetCode 1025; the nimber is the exponent of 2 in n"
theorem = "The nimber of n is the largest e with 2^e dividing n."
state = "heaps of n"
both = ["n - d for d in range(1, n) where n % d == 0"]
def nimber(heaps):
    total = 0
    for n in heaps:
        total ^= (n & -n).bit_length() - 1 if n else 0
    return total
examples = ["48"]
values = {"48": 4, "7": 0, "12,20": 0}
