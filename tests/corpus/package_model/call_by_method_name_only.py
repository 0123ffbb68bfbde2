# Nothing says what `x` is; only one class of the package has such a method, so it may run.
class Teacher:
    def label_everything(self):
        return 1


def main(x):
    return x.label_everything()  #! calls: Teacher.label_everything
