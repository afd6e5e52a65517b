data = [5, 12, 7, 3]
if (n := len(data)) > 3:
    print("long", n)
print([y for x in data if (y := x * 2) > 8])
print("even" if sum(data) % 2 == 0 else "odd", None or "x", 0 and 1, not [], 1 < 2 < 3 != 4)
x = 5
x **= 2; x //= 3; x -= 1; x ^= 2; x |= 8; x &= 13; x <<= 2; x >>= 1; x %= 11
print(x)
