# A function that calls itself.
def count(n):
    return 0 if n == 0 else count(n - 1)  #! calls: count
