d = {}
for w in "a b a c b a".split():
    d[w] = d.get(w, 0) + 1
print(d, sorted(d.items(), key=lambda kv: -kv[1]), list(d.keys()), list(d.values()))
d.setdefault("z", []).append(1)
d.pop("a")
print(d, "a" in d, len(d))
inv = {v: k for k, v in {"x": 1, "y": 2}.items()}
print(inv)
del inv[1]
print(inv)
for k in d:
    print(k, d[k])
