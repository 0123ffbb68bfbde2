# clean
# Defining, storing and asking for a `decode` decodes nothing.
class Codec:
    def decode(self, symbols):
        return [self.table[s] for s in symbols]


def install(target, table):
    target.decode = table.get
    return hasattr(target, "decode")
