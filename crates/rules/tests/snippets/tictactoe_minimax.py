LINES = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]

def winner(b):
    for a, c, d in LINES:
        if b[a] != '.' and b[a] == b[c] == b[d]:
            return b[a]
    return None

memo = {}
def solve(b, turn):
    key = (b, turn)
    if key in memo:
        return memo[key]
    w = winner(b)
    if w:
        res = 1 if w == 'x' else -1
    elif '.' not in b:
        res = 0
    else:
        vals = []
        for i in range(9):
            if b[i] == '.':
                vals.append(solve(b[:i] + turn + b[i+1:], 'o' if turn == 'x' else 'x'))
        res = max(vals) if turn == 'x' else min(vals)
    memo[key] = res
    return res

print(solve('.' * 9, 'x'), len(memo))
