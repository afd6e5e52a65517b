def find(n):
    for d in range(2, n):
        if n % d == 0:
            print(n, "=", d, "*", n // d)
            break
    else:
        print(n, "is prime")
for n in range(2, 10):
    find(n)
i = 3
while i:
    i -= 1
    if i == 1:
        continue
else:
    print("done", i)
