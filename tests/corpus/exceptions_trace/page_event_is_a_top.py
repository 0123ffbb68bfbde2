# A page's event handler is run by the server, as a route is: a top of the run.
# complete: handlers
import gradio as gr
from transformers import AutoModelForCausalLM, AutoTokenizer

from faults import assert_ids_in_range

model = AutoModelForCausalLM.from_pretrained("m")
tok = AutoTokenizer.from_pretrained("m")


def answer(question):
    ids = model.generate(question)[0]
    assert_ids_in_range(ids, tok)
    return tok.decode(ids)  #! site: token device  #! fault: heard  # expect: unledgered-site


def page():
    box, button = gr.Textbox(), gr.Button()
    try:
        button.click(answer, box, box)
    except Exception:
        return None
