n = 0b101101
print(bin(n), hex(n), oct(n), n.bit_length(), bin(n).count('1'))
subs = []
s = n
while s:
    subs.append(s)
    s = (s - 1) & n
print(len(subs), subs[:5], sum(subs))
for mask in range(1 << 4):
    if mask & (mask - 1) == 0:
        print(mask, end=' ')
print()
