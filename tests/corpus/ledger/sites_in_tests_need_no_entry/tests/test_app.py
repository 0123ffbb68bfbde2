from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


def test_show():
    assert tok.decode([1, 2])  #! site: token constant
