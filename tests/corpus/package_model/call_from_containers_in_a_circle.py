# Containers that are put into each other run in a circle, by many ways; looking into them ends soon.
# complete: calls
def load():
    return 1


def main(rows):
    one = []
    two = []
    three = []
    four = []
    five = []
    six = []
    one.extend(two)
    one.extend(three)
    one.extend(four)
    one.extend(five)
    one.extend(six)
    two.extend(one)
    two.extend(three)
    two.extend(four)
    two.extend(five)
    two.extend(six)
    three.extend(one)
    three.extend(two)
    three.extend(four)
    three.extend(five)
    three.extend(six)
    four.extend(one)
    four.extend(two)
    four.extend(three)
    four.extend(five)
    four.extend(six)
    five.extend(one)
    five.extend(two)
    five.extend(three)
    five.extend(four)
    five.extend(six)
    six.extend(one)
    six.extend(five)
    one.append(load)
    for step in six:
        step()  #! calls: load
    steps = [load, load]
    while rows:
        steps = steps[1:]
        steps[0]()  #! calls: load
    return steps
