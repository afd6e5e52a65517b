from collections import Counter
def game(s):
    odd = sum(v % 2 for v in Counter(s).values())
    return "First" if odd == 0 or odd % 2 == 1 else "Second"
for w in ["aba", "abca", "aabb", "abcd", "zzz", "abcde"]:
    print(w, game(w))
