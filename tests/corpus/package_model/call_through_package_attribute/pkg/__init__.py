# A submodule is an attribute of its package once it was imported.
