a, b = 7, 35
name = "nim"
print(f"{name}: {a} + {b} = {a + b}")
print(f"{b:05d} {b:>6} {b:<6}| {b:b} {b:x} {name!r} {{x}} {a if a > b else b}")
print(f"{10**6:,}")
