# A comprehension runs its element's calls.
def load(n):
    return n


def main():
    return [load(n) for n in range(3)]  #! calls: load
