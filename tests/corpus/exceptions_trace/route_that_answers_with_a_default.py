# The route's own clause keeps the fault: the server never sees it.
from flask import Flask
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def load(batch):
    ids = model.generate(batch)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: swallowed  # expect: unledgered-site


app = Flask(__name__)


@app.route("/text")
def text():
    try:
        return load([1])
    except Exception:  #! handler: Exception -> swallows  # expect: fault-swallowed
        return ""
