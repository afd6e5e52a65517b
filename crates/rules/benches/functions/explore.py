"""The same exploration by CPython: positions asked and seconds of processor time."""
import sys
import time

space = {}
exec(open(sys.argv[1]).read(), space)
moves, start = space["moves"], space["START"]
rounds = int(sys.argv[2])
begin = time.process_time()
asked = 0
for _ in range(rounds):
    seen = {start}
    stack = [start]
    while stack:
        p = stack.pop()
        for player in ("left", "right"):
            asked += 1
            for q in moves(p, player):
                if q not in seen:
                    seen.add(q)
                    stack.append(q)
print(asked, time.process_time() - begin)
