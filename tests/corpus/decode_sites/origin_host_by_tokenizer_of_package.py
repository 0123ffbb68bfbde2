# A tokenizer of the package looks its ids up in a table: whatever the table holds, they were made on the host.
class Letters:
    def __init__(self, letters):
        self.table = {}
        count = 0
        for letter in letters:
            self.table[letter] = count
            count += 1
        self.letters = {i: letter for letter, i in self.table.items()}

    def text_to_ids(self, text):
        return [self.table[letter] for letter in text]

    def ids_to_text(self, ids):
        return "".join(self.letters[i] for i in ids)


def round_trip(text):
    tok = Letters("abc")
    return tok.ids_to_text(tok.text_to_ids(text))  #! site: token host  # expect: unledgered-site


class Recogniser:
    def encode(self, sound, model):
        return model(sound).argmax(-1)


def recognise(sound, model):
    tok = Letters("abc")
    return tok.ids_to_text(Recogniser().encode(sound, model))  #! site: token device  # expect: unledgered-site
