# Python 2: print, exec and backticks. What the grammar reads of it is analysed.
def show(tokenizer, x, log):
    print "said:", tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
    print >>log, "done"
    exec "x = 1"
    return x
