# Indented by tabs: a tab is one column.
def show(tokenizer, x):
	if x:
		return tokenizer.decode(x)  #! site: token unknown
		#                ^^^^^^ expect: unledgered-site
	return None
