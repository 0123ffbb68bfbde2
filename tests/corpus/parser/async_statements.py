# async for, async with, await in odd places.
async def show(tokenizer, rows):
    async with rows.open() as opened, opened:
        async for row in opened:
            yield tokenizer.decode(await row)  #! site: token unknown  # expect: unledgered-site
    await rows
