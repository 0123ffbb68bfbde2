# The decorator checks the first of whatever arguments it passes on.
import functools

from transformers import AutoTokenizer

from faults import assert_ids_in_range

tok = AutoTokenizer.from_pretrained("m")


def checked(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        assert_ids_in_range(args[0], tok)  #! guard: call
        return function(*args, **kwargs)

    return inner


@checked
def show(ids, loud=False):
    return tok.batch_decode(ids)  #! site: token  # expect: unledgered-site "guarded"
