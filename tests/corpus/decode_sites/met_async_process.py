# Output of a process, awaited.
import asyncio


async def version():
    process = await asyncio.create_subprocess_exec("git", "--version", stdout=-1)
    line = await process.stdout.readline()
    return line.decode()  #! site: bytes
