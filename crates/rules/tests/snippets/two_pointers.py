def longest(s):
    seen = {}
    left = best = 0
    for right, ch in enumerate(s):
        if ch in seen and seen[ch] >= left:
            left = seen[ch] + 1
        seen[ch] = right
        best = max(best, right - left + 1)
    return best
print([longest(w) for w in ("abcabcbb", "bbbbb", "pwwkew", "", "au")])
