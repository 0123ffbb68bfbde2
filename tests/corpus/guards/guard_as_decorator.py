# The decorator checks the ids before it calls the function.
import functools

from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def checked(function):
    @functools.wraps(function)
    def inner(ids):
        assert_ids_in_range(ids, tok)  #! guard: call
        return function(ids)

    return inner


@checked
def show(ids):
    return tok.batch_decode(ids)  #! site: token unknown  # expect: unledgered-site "guarded"
