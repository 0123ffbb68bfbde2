# What is told how many tokens to generate is a model.
def predict(thing, x, mask):
    return thing.decode(tokens_enc=x, enc_mask=mask, num_tokens_to_generate=30)  #! site: search
