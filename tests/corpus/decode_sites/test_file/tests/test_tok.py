from tok import tok


def test_round_trip():
    assert tok.decode(tok.encode("a")) == "a"  #! site: token host
