# What `restore_from` makes is joined over the classes that it is called on; each call gives one of its own class.
import store


class Model:
    @classmethod
    def restore_from(cls, path):
        if path is None:
            return store.folder()
        kind = find(path)
        return kind()

    def read(self, x):
        return x


class Small(Model):
    def read(self, x):
        return x


class Large(Model):
    def read(self, x):
        return x


def find(path):
    return Small if "small" in path else Large


def small(path, x):
    model = Small.restore_from(path)
    return model.read(x)  #! calls: Small.read


def either(path, x):
    model = Model.restore_from(path)
    return model.read(x)  #! calls: Large.read, Small.read
