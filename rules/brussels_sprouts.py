summary = "Brussels Sprouts: join two free ends by a curve that crosses nothing, and put a bar across it"
literature = "E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 17 (1982)"
theorem = "From n crosses every play takes 5n - 2 moves."
# A position is its regions; a region is the borders around it; a border is the number of its free ends.
def read(text):
    if text.isdigit() and 0 < int(text) < 6:
        return ((4,) * int(text),)
    return None if not text.startswith("(") else _literal(text)
def _literal(text):
    regions, region, number = [], [], ""
    depth = 0
    for c in text:
        if c == "(":
            depth += 1
        elif c.isdigit():
            number += c
        elif c in ",)":
            if number:
                region.append(int(number))
                number = ""
            if c == ")":
                depth -= 1
                if depth == 1 and region:
                    regions.append(tuple(sorted(region)))
                    region = []
        else:
            return None
    return tuple(sorted(regions)) if depth == 0 and not region else None
def _deals(items):
    if not items:
        return [((), ())]
    return [(a + items[:1], b) for a, b in _deals(items[1:])] + [(a, b + items[:1]) for a, b in _deals(items[1:])]
def moves(p):
    options = set()
    for i, region in enumerate(p):
        others = p[:i] + p[i + 1:]
        for j, k in enumerate(region):
            rest = region[:j] + region[j + 1:]
            for a in range(k - 1):
                for one, two in _deals(rest):
                    new = (tuple(sorted(one + (a + 1,))), tuple(sorted(two + (k - 1 - a,))))
                    options.add(tuple(sorted(others + new)))
            for h in range(j + 1, len(region)):
                if k and region[h]:
                    left = region[:j] + region[j + 1:h] + region[h + 1:] + (k + region[h],)
                    options.add(tuple(sorted(others + (tuple(sorted(left)),))))
    return sorted(options)
def split(p):
    return [(region,) for region in p]
def write(p):
    if len(p) == 1 and p[0] == (4,) * len(p[0]):
        return str(len(p[0]))
    return "(" + ",".join("(" + ",".join(str(n) for n in region) + ",)" for region in p) + ",)"
examples = ["1", "2"]
small = ["1", "((2,),)", "((1,2),)", "((3,),(1,),)"]
values = {"1": 1, "2": 0}
