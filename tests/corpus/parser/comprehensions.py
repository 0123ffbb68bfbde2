# Nested loops, several conditions, async, and a comprehension in a comprehension.
async def show(tokenizer, rows):
    a = [tokenizer.decode(x) for row in rows if row for x in row if x if x != 1]  #! site: token unknown  # expect: unledgered-site
    b = {k: v for k, v in a}
    c = {x async for x in rows if await x}
    return [[y for y in x] for x in (z for z in rows)], b, c
