# A library runs a function and passes it another one: what follows it, or what is in a row or dict beside it.
# complete: calls
import asyncio
import multiprocessing
import threading
from functools import partial

import torch

pool = multiprocessing.Pool()  #! calls: ?


def f():
    return 1


def g():
    return 2


def by_row(first, fn):
    return fn()  #! calls: f, g


def by_keyword(*, fn=None):
    return fn()  #! calls: g


def behind_rank(rank, fn):
    return fn()  #! calls: f


def behind_held(held, fn):
    return fn()  #! calls: ?


class Job:
    def run(self, fn):
        return fn()  #! calls: f


def main(job: Job):
    threading.Thread(target=by_row, args=[1, f]).start()  #! calls: by_row
    row = (1, g)
    pool.apply_async(by_row, row)  #! calls: by_row
    threading.Timer(1.0, by_keyword, kwargs={"fn": g}).start()  #! calls: by_keyword
    torch.multiprocessing.spawn(behind_rank, args=(f,))  #! calls: behind_rank
    pool.apply_async(partial(behind_held, 1), (g,))  #! calls: behind_held, g
    asyncio.get_running_loop().run_in_executor(None, job.run, f)  #! calls: Job.run
