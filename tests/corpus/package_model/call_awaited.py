# An async function runs where it is awaited.
async def load():
    return 1


async def main():
    return await load()  #! calls: load
