# PEP 695: type parameters of functions and classes, and the type statement.
type Ids[T: (int, str)] = list[T] | tuple[T, ...]


class Box[T, *Ts, **P](list[T]):
    def show[S](self, tokenizer, x: S) -> str:
        return tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
