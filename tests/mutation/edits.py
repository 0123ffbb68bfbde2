"""The fixed list of edits that make a sound guard wrong, and the rule that each must be told under.

An edit is a function from a Guard to the mutants that it can make of it: none when it does not apply. Each mutant is one
edit at one place of the syntax.
"""

import ast
from dataclasses import dataclass

from program import is_tokenizer, names_in, stored_in


@dataclass
class Mutant:
    files: dict
    line: str  # what was edited: file:line


@dataclass
class Edit:
    name: str
    rule: str  # the code of the rule that must be told
    make: object
    at_least: int  # guards that it must apply to, so that the list cannot shrink unseen


def mutant(guard, source, node, *changes):
    return Mutant(guard.program.with_text(source.name, changes), f"{source.name}:{node.lineno}")


def replaced(guard, source, node, new):
    return mutant(guard, source, node, (source.start(node), source.end(node), new))


# Where a guard is decided -----------------------------------------------------------------------------------------------


def bodies(guard):
    """(source, root) of all code that decides about a bad id: the inline check with what it names, or the functions
    that the guard's call can reach by their names."""
    found, waiting = [], [(guard.source, guard.statement)]
    while waiting:
        source, root = waiting.pop(0)
        if any(root is known for _, known in found):
            continue
        found.append((source, root))
        part = guard.node if root is guard.statement else root
        if root is guard.statement:
            found += [(source, value) for value in values_behind(guard)]
        for name in {n.attr if isinstance(n, ast.Attribute) else n.id for n in ast.walk(part) if is_reference(n)}:
            waiting += definitions(guard.program, name)
    return found


def values_behind(guard):
    """The assignments that an inline check reads: `bad = [t for t in ids if …]`, `n = len(tok)`."""
    found, waiting = [], [guard.node]
    while waiting:
        for name in sorted(names_in(waiting.pop(0))):
            for value in guard.sources_of(name):
                if value not in found:
                    found.append(value)
                    waiting.append(value)
    return found


def is_reference(node):
    return isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load)


def definitions(program, name):
    for source in program.sources.values():
        for node in ast.walk(source.tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == name:
                yield source, node
            elif isinstance(node, ast.ClassDef) and node.name == name and is_guard_class(node):
                yield source, node
            elif isinstance(node, ast.Assign) and any(is_named(target, name) for target in node.targets):
                if makes_guard(program, node.value) or ast.unparse(node.targets[0]) == f"self.{name}":
                    yield source, node


def is_named(target, name):
    return (isinstance(target, ast.Name) and target.id == name) or (
        isinstance(target, ast.Attribute) and target.attr == name
    )


def makes_guard(program, value):
    """`partial(check, …)` and `Guard(tok)`."""
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Name):
        return False
    classes = {n.name for s in program.sources.values() for n in ast.walk(s.tree) if isinstance(n, ast.ClassDef)}
    return value.func.id == "partial" or value.func.id in classes


def is_guard_class(node):
    return any(isinstance(part, ast.FunctionDef) and part.name == "__call__" for part in node.body)


def decisions(guard, kinds):
    """(source, node) of the nodes of these kinds in the guard's code, each once; what an exception says is left out."""
    seen = set()
    for source, root in bodies(guard):
        for node in ast.walk(root):
            if isinstance(node, kinds) and node not in seen and not is_under(source, node, (ast.Raise, ast.Assert)):
                seen.add(node)
                yield source, node


def is_under(source, node, kinds):
    while node in source.parents:
        node = source.parents[node]
        if isinstance(node, kinds):
            return True
    return False


# The bound --------------------------------------------------------------------------------------------------------------


def swap_bound(guard):
    """`len(tok)` becomes `tok.vocab_size`."""
    for source, call in decisions(guard, ast.Call):
        if isinstance(call.func, ast.Name) and call.func.id == "len" and len(call.args) == 1:
            measured = call.args[0]
            if isinstance(measured, ast.Call) and isinstance(measured.func, ast.Attribute):
                measured = measured.func.value  # len(tok.get_vocab())
            if is_tokenizer(measured):
                yield replaced(guard, source, call, f"{source.code(measured)}.vocab_size")


def is_zero(node):
    return isinstance(node, ast.Constant) and node.value == 0 and node.value is not False


def comparisons_in(node):
    """Comparisons and `x.lt(0)` methods in `node`."""
    return [
        part
        for part in ast.walk(node)
        if isinstance(part, ast.Compare)
        or (isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in ("lt", "ge", "gt", "le"))
    ]


def side_of(node):
    """`lower` or `upper` when `node` holds one comparison of one side, else none."""
    found = comparisons_in(node)
    if len(found) != 1 or is_count(ast.unparse(node)):
        return None
    one = found[0]
    if isinstance(one, ast.Call):
        return "lower" if is_zero(one.args[0]) else "upper"
    if len(one.ops) != 1 or not isinstance(one.ops[0], (ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
        return None
    zeros = [is_zero(operand) for operand in (one.left, one.comparators[0])]
    return "lower" if any(zeros) else "upper"


def pairs(guard):
    """(source, whole, left, right): two sides of a range that are joined into one expression."""
    for source, node in decisions(guard, (ast.BoolOp, ast.BinOp, ast.Call)):
        if isinstance(node, ast.BoolOp):
            halves = node.values
        elif isinstance(node, ast.BinOp):
            halves = [node.left, node.right]
        else:
            halves = node.args if ast.unparse(node.func).endswith(("logical_or", "logical_and")) else []
        if len(halves) == 2 and {side_of(half) for half in halves} == {"lower", "upper"}:
            yield source, node, halves


def drop_side(side):
    def make(guard):
        for source, node, halves in pairs(guard):
            kept = next(half for half in halves if side_of(half) != side)
            yield replaced(guard, source, node, f"({source.code(kept)})")
        for source, node in decisions(guard, ast.Compare):
            if len(node.ops) == 2 and is_zero(node.left):
                middle = source.start(node.comparators[0]), source.end(node.comparators[0])
                cut = (source.start(node), middle[0]) if side == "lower" else (middle[1], source.end(node))
                yield mutant(guard, source, node, (*cut, ""))
        for source, node in decisions(guard, ast.If):
            if side_of(node.test) == side:
                yield replaced(guard, source, node.test, "False")

    return make


LOOSER = {ast.Lt: "<=", ast.GtE: ">", ast.LtE: "<", ast.Gt: ">="}


def shift_side(side):
    """`>=` becomes `>` and `<` becomes `<=` (and the other way round): off by one."""

    def make(guard):
        for source, node in decisions(guard, ast.Compare):
            operands = [node.left, *node.comparators]
            for i, op in enumerate(node.ops):
                of = "lower" if is_zero(operands[i]) or is_zero(operands[i + 1]) else "upper"
                if of != side or type(op) not in LOOSER or is_count(source.code(node)):
                    continue
                between = source.end(operands[i]), source.start(operands[i + 1])
                text = source.text.encode()[between[0] : between[1]].decode()
                old = {ast.Lt: "<", ast.GtE: ">=", ast.LtE: "<=", ast.Gt: ">"}[type(op)]
                yield mutant(guard, source, node, (*between, text.replace(old, LOOSER[type(op)], 1)))

    return make


def is_count(text):
    """`ids.numel() > 0`, `len(bad) > 0`, `bad.sum() > 0` compare no id."""
    return any(word in text for word in ("numel()", "len(bad)", "len(ids)", "sum(", "size", "shape["))


def one_for_zero(guard):
    """The lower bound becomes 1."""
    for source, node in decisions(guard, ast.Compare):
        operands = [node.left, *node.comparators]
        for operand in operands:
            if is_zero(operand) and not is_count(source.code(node)):
                yield replaced(guard, source, operand, "1")
    for source, node in decisions(guard, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id == "range" and len(node.args) == 1:
            yield mutant(guard, source, node, (source.start(node.args[0]), source.start(node.args[0]), "1, "))


# The ids ----------------------------------------------------------------------------------------------------------------


def rename_variable(guard):
    """The guard looks at other ids."""
    region = guard.checked_region()
    if region is None:
        return
    part, name = region
    statement = guard.source.statement_of(part)
    if any(node is guard.node for node in ast.walk(guard.site)):
        return  # `tok.decode(guard(ids, tok))`: what it looks at is what is decoded
    if isinstance(statement, ast.Assign) and any(name in stored_in(target) for target in statement.targets):
        return  # `ids = guard(ids, tok)`: what it looks at is what goes on
    uses = [n for n in ast.walk(part) if ast.unparse(n) == name and isinstance(n, (ast.Name, ast.Attribute))]
    start = guard.source.lines_of(statement)[0]
    if isinstance(statement, ast.If) and guard.source.text.encode()[guard.source.start(statement) :].startswith(b"elif"):
        return
    other = (start, start, f"{guard.source.indent_of(statement)}other_ids = elsewhere()\n")
    changes = [(guard.source.start(use), guard.source.end(use), "other_ids") for use in uses]
    yield mutant(guard, guard.source, part, other, *changes)


def check_a_part(guard):
    """The guard looks at the first row only."""
    if not guard.is_call or not isinstance(guard.source.parents[guard.node], (ast.Expr, ast.Await, ast.withitem)):
        return  # `ids = guard(ids[0])` goes on with the part that is checked
    for argument in [*guard.node.args, *(k.value for k in guard.node.keywords)]:
        if isinstance(argument, ast.Name) and argument.id in guard.names_of_ids():
            yield replaced(guard, guard.source, argument, f"{argument.id}[0]")
            return


def rebind_between(guard):
    """Between guard and decode the name gets other ids."""
    use, region = guard.use(), guard.checked_region()
    if use is None or region is None or region[1] not in names_in(use[1]):
        return
    start = guard.source.lines_of(use[1])[0]
    rebound = f"{guard.source.indent_of(use[1])}{region[1]} = elsewhere()\n"
    yield mutant(guard, guard.source, use[1], (start, start, rebound))


# The way ----------------------------------------------------------------------------------------------------------------


def move_below(guard):
    """The guard stands behind the decode."""
    use = guard.use()
    if use is None or not guard.stands_alone():
        return
    check, decode = use
    source = guard.source
    if isinstance(decode, ast.Return) and not holds_call(decode):
        return  # `return ids`: what stands behind it does not run
    block = source.block_of(check)
    behind = block[block.index(check) + 1 : block.index(decode) + 1]
    if makes(check) & {name for statement in behind for name in names_in(statement)}:
        return  # the ids are made there, too
    text = source.text.encode()
    start, end = source.lines_of(check)
    moved = text[start:end].decode()
    after = source.lines_of(decode)[1]
    if isinstance(decode, ast.Return):
        indent = source.indent_of(decode)
        value = (source.start(decode), source.start(decode.value), "result = ")
        yield mutant(guard, source, check, (start, end, ""), value, (after, after, f"{moved}{indent}return result\n"))
    else:
        yield mutant(guard, source, check, (start, end, ""), (after, after, moved))


def makes(statement):
    """Variables that `statement` binds without having read them, and lists that it fills."""
    found = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Assign):
            found |= {n for target in node.targets for n in stored_in(target)} - names_in(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("append", "extend"):
            found |= names_in(node.func.value)
    return found


def holds_call(node):
    return any(isinstance(part, ast.Call) for part in ast.walk(node))


def wrapped(guard, head, tail=""):
    """The guard's statement, one level deeper under `head`."""
    if not guard.stands_alone() or guard.holds_site():
        return
    source, statement = guard.source, guard.statement
    start, end = source.lines_of(statement)
    text = source.text.encode()[start:end].decode()
    if text.lstrip().startswith("elif"):
        return
    indent = source.indent_of(statement)
    deeper = "".join("    " + line if line.strip() else line for line in text.splitlines(keepends=True))
    tail = "".join(f"{indent}{line}\n" for line in tail.splitlines())
    yield mutant(guard, source, statement, (start, end, f"{indent}{head}\n{deeper}{tail}"))


def indent_under_if(guard):
    yield from wrapped(guard, "if is_debugging():")


def indent_under_loop(guard):
    yield from wrapped(guard, "for _ in range(rounds()):")


def swallow_around(guard):
    """What the guard raises ends right there."""
    yield from wrapped(guard, "try:", "except Exception:\n    print('goes on')")


# The tokenizer ----------------------------------------------------------------------------------------------------------

MADE = "AutoTokenizer.from_pretrained("


def with_processor(files):
    """The same program, its tokenizers taken from a processor; none when it makes none."""
    changed = {}
    for name, text in files.items():
        if name.endswith(".py") and MADE in text and text.count(MADE) == 1 and "\ntok = AutoTokenizer" in text:
            text = text.replace("from transformers import AutoTokenizer", "from transformers import WhisperProcessor")
            text = text.replace(
                'tok = AutoTokenizer.from_pretrained("m")',
                'processor = WhisperProcessor.from_pretrained("m")\ntok = processor.tokenizer',
            )
            changed[name] = text
    return {**files, **changed} if changed else None


def pass_processor(guard):
    """Of a program from with_processor(): the processor where the bound is `len()`."""
    if "processor = WhisperProcessor" not in guard.source.text:
        return
    for node in ast.walk(guard.node):
        if isinstance(node, ast.Name) and node.id == "tok" and isinstance(node.ctx, ast.Load):
            yield replaced(guard, guard.source, node, "processor")
            return


# What becomes of a bad id -----------------------------------------------------------------------------------------------


def raises(guard):
    """(source, raise) of the guard's code."""
    for source, root in bodies(guard):
        yield from ((source, node) for node in ast.walk(root) if isinstance(node, ast.Raise))


def raise_to(statement):
    def make(guard):
        found = list(raises(guard))
        if len(found) == 1:
            source, node = found[0]
            yield replaced(guard, source, node, statement)

    return make


def raise_to_assert(guard):
    for source, node in decisions(guard, ast.If):
        if len(node.body) == 1 and isinstance(node.body[0], ast.Raise) and not node.orelse:
            if source.text.encode()[source.start(node) :].startswith(b"elif") or not comparisons_behind(guard, node):
                continue
            start, end = source.start(node), source.end(node)
            yield mutant(guard, source, node, (start, end, f"assert not ({source.code(node.test)})"))


def comparisons_behind(guard, node):
    """Only an `if` that decides both sides turns into an assert of both."""
    return len(list(raises(guard))) == 1


def repair(guard):
    """The guard's statement makes healthy-looking ids of bad ones instead."""
    if not guard.stands_alone() or not guard.is_in_function_of_site():
        return
    names = sorted(n for n in guard.names_of_ids() & names_in(guard.site) if not n.startswith("self."))
    tokenizers = sorted(n for n in names_in(guard.site) if n in ("tok", "tokenizer"))
    if isinstance(guard.statement, ast.Expr) and names and tokenizers:
        yield replaced(
            guard, guard.source, guard.statement, f"{names[0]} = {names[0]}.clamp(0, len({tokenizers[0]}) - 1)"
        )


def look_for_nan(guard):
    """The guard's statement asks whether the ids are finite."""
    if not isinstance(guard.statement, ast.If) or not guard.stands_alone() or guard.holds_site():
        return
    if side_of(guard.node) is not None:
        return  # the other side stands elsewhere
    names = sorted(guard.names_of_ids() & names_in(guard.site))
    if names and guard.is_in_function_of_site() and not guard.statement.orelse:
        yield replaced(guard, guard.source, guard.node, f"torch.isnan({names[0]}).any()")


EDITS = [
    Edit("swap bound", "DL203", swap_bound, 125),
    Edit("drop lower side", "DL204", drop_side("lower"), 120),
    Edit("drop upper side", "DL204", drop_side("upper"), 120),
    Edit("shift lower side", "DL204", shift_side("lower"), 120),
    Edit("shift upper side", "DL204", shift_side("upper"), 120),
    Edit("lower bound 1", "DL204", one_for_zero, 120),
    Edit("rename variable", "DL202", rename_variable, 115),
    Edit("check a part", "DL202", check_a_part, 60),
    Edit("rebind between", "DL202", rebind_between, 110),
    Edit("move below", "DL201", move_below, 115),
    Edit("indent under if", "DL201", indent_under_if, 120),
    Edit("indent under loop", "DL201", indent_under_loop, 120),
    Edit("swallow around", "DL201", swallow_around, 120),
    Edit("pass processor", "DL205", pass_processor, 105),
    Edit("raise to log", "DL209", raise_to("print('bad ids')"), 125),
    Edit("raise to pass", "DL209", raise_to("pass"), 125),
    Edit("raise to assert", "DL207", raise_to_assert, 125),
    Edit("raise ValueError", "DL208", raise_to("raise ValueError('bad ids')"), 125),
    Edit("repair", "DL210", repair, 40),
    Edit("look for NaN", "DL211", look_for_nan, 35),
]
