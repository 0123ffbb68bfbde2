# Comments that stand left of the block they are in end no block.
def show(tokenizer, x):
    if x:
# left of everything
        y = x
      # between
        return tokenizer.decode(y)  #! site: token unknown  # expect: unledgered-site
    # after the return
