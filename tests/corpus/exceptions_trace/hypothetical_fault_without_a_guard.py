# No guard, no ledger: a direct subclass of RuntimeError is supposed to be raised at the site.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def load(ids):
    try:
        return tok.decode(ids)  #! site: token  #! fault: conditional  # expect: unledgered-site
    except ValueError:  # expect: decode-error-swallowed
        return ""
    except RuntimeError as error:  #! handler: RuntimeError -> string-match
        if "out of memory" in str(error):
            return ""
        raise
