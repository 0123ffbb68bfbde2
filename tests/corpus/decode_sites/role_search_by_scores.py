# Scores are searched, ids are decoded: the argument's name tells, unless a call makes ids of the scores.
def by_view(generator, emissions):
    return generator.decode(emissions.transpose(0, 1).float().cpu())  #! site: search


def by_best(it, logits):
    return it.decode(logits.argmax(-1))  #! site: unknown device  # expect: receiver-unknown
