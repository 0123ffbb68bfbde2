# The class's own `decode` walks a tree of its own and gives its leaves: no tokenizer is behind it, and no text comes out.
class Huffman:
    def __init__(self, root):
        self.root = root

    def decode(self, bits):
        node, leaves = self.root, []
        for bit in bits:
            node = node.right if bit else node.left
            if node.is_leaf:
                leaves.append(node.symbol)
                node = self.root
        return leaves


def unpack(root, bits):
    return Huffman(root).decode(bits)  #! site: other
