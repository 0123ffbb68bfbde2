# References kept in a dict are sites where they are taken.
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")

RENDER = {
    "text": tok.decode,  #! site: token  # expect: unledgered-site
    "raw": str,
}
