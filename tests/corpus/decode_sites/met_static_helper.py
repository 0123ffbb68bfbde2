# A static method that decodes whatever tokenizer it is given.
class Helper:
    @staticmethod
    def ids_to_text(rows, tokenizer):
        return [tokenizer.ids_to_text(row) for row in rows]  #! site: token device  # expect: unledgered-site


def show(model, tokenizer, x):
    return Helper.ids_to_text(model.generate(x), tokenizer)  #! site: token device  # expect: unledgered-site
