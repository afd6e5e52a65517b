#!/usr/bin/env python3
"""A brute force for games that may be drawn, written apart from the solvers: standard library only.

Everything that can be reached is looked at again and again until nothing changes; the rules are those of the second checker.

usage: brute.py POSITION...
Prints for each position what Left and what Right achieves when starting, with the number of moves it takes, or that it goes on
for ever: one line a position, words separated by tabs.
"""

import sys

from check import DRAWN, judged, other


def achieved(text):
    ((name, start),) = judged(text)
    game = DRAWN[name]
    numbers, states, options = {}, [], []

    def number(state, player):
        key = (game.canon(state), player if game.partisan else "L")
        if key not in numbers:
            numbers[key] = len(states)
            states.append(key)
        return numbers[key]

    starts = [number(start, player) for player in "LR"]
    while len(options) < len(states):
        state, player = states[len(options)]
        options.append([number(option, other(player)) for option in game.options(state, player)])
    known = [None] * len(states)
    for at, (state, player) in enumerate(states):
        if not options[at]:
            result = game.ended(state, player)
            known[at] = (result, 0) if result != "draw" else None
    moves = 0
    while True:
        moves += 1
        found = []
        for at in range(len(states)):
            after = [known[option] for option in options[at]]
            if known[at] or not after:
                continue
            if any(result and result[0] == "loss" for result in after):
                found.append((at, "win"))
            elif all(result and result[0] == "win" for result in after):
                found.append((at, "loss"))
        if not found:
            break
        for at, result in found:
            known[at] = (result, moves)

    def told(at, player):
        if known[at]:
            return "%s %d" % known[at]
        if game.endless:
            return "win for ever" if game.endless == player else "loss for ever"
        return "draw"

    return [told(at, player) for at, player in zip(starts, "LR")]


for position in sys.argv[1:]:
    print("\t".join([position] + achieved(position)))
