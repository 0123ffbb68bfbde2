from space import tools


def main():
    return tools.load()  #! calls: space.tools.load
