def solve(case):
    n, *rest = case
    return sum(rest) % n

def main():
    cases = [[3, 1, 2, 3], [5, 10, 11]]
    for t, case in enumerate(cases, 1):
        print("Case #{}: {}".format(t, solve(case)))

if __name__ == "__main__":
    main()
