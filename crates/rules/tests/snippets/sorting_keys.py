people = [("bob", 25), ("alice", 30), ("carol", 25)]
print(sorted(people, key=lambda p: (p[1], p[0])))
people.sort(key=lambda p: -p[1])
print(people)
print(sorted([3, 1, 2], reverse=True), min(people, key=lambda p: p[1]), max([4, 9, 2]))
print(sorted(["b", "A", "c"], key=str.lower), sorted({5: 1, 3: 2}))
words = "the quick brown fox".split()
print(sorted(words, key=len), list(reversed(words)))
