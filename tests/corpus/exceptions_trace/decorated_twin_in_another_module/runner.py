# Two scripts name their main function alike and decorate it alike: the call of the other one is not on the way.
# complete: handlers
import functools


def script(config=None):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(passed=None):
            if passed is not None:
                return function(passed)
            return function(config)

        return wrapper

    return decorate
