# A guard by range is sound although the reserved ids have a hole; what such an id decodes to is another matter.
from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def to_text(model, x):
    ids = model.generate(x)[0]
    assert_ids_in_range(ids, tok)  #! guard: call
    return tok.decode(ids)  #! site: token device  # expect: unledgered-site  #! fault: heard
