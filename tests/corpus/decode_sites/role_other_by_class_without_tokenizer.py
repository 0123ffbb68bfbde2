# The class's own `decode` looks into a table of its own: no tokenizer is behind it.
class Huffman:
    def __init__(self, table):
        self.table = table

    def decode(self, bits):
        return "".join(self.table[b] for b in bits)


def unpack(bits):
    return Huffman({}).decode(bits)  #! site: other
