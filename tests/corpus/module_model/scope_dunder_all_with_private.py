# clean
# A module that binds nothing else.
__all__ = ["a", "b"]
__all__ += ["c"]
