class Bits:
    def decode(self, bits):
        return self.reader.read(bits)


def show(bits):
    return Bits().decode(bits)  #! site: other
