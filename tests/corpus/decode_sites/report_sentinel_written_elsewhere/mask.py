# One module overwrites positions of a list of ids with -100 for the loss; another decodes the same list later.
def mask_tool_results(sample):
    ids = sample.completion_ids
    for start, end in sample.tool_spans:
        ids[start:end] = [-100] * (end - start)
