# JSON's decoder.
import json

decoder = json.JSONDecoder()


def parse(text):
    return decoder.decode(text)  #! site: other
