s = "Hello, World"
print(s.lower(), s.upper(), s.swapcase(), s[::-1], s[7:], s[-5:], s.find("World"), s.replace("l", "L"))
print(s.split(", "), "-".join(sorted(set(s.lower()) - set(", "))), s.count("o"), s.startswith("He"))
print("abc" < "abd", "a" * 5, "x" in "xyz", ord("a"), chr(98), "%d-%s" % (3, "q"), "{:>5}|{:<4}|{:03d}".format(42, "ab", 7))
print(repr("it's"), str((1, 'a', None, True)), [1, [2, (3,)]], {1: 'x'}, {'k': [1]})
