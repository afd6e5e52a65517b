import math
x = math.factorial(50)
print(x)
print(str(x)[::-1][:12], len(str(x)), x % (10**9 + 7), pow(3, 10**18, 998244353))
print(2**200 // 3**50, -7 // 2, -7 % 3, divmod(-17, 5), ~5, 1 << 70 >> 60)
