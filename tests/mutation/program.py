"""A case of the corpus as a program that edits can be applied to: its files, and where its sound guards stand.

Places are byte offsets, taken from `ast`. An edit gives a new set of files; nothing here knows what the analyser thinks
of it.
"""

import ast
from dataclasses import dataclass, field



class Source:
    """One Python file: its text, its tree, and the parent of every node."""

    def __init__(self, name, text):
        self.name = name
        self.text = text
        self.tree = ast.parse(text)
        self.parents = {child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)}
        self.line_starts = [0]
        for line in text.encode().splitlines(keepends=True):
            self.line_starts.append(self.line_starts[-1] + len(line))

    def start(self, node):
        return self.line_starts[node.lineno - 1] + node.col_offset

    def end(self, node):
        return self.line_starts[node.end_lineno - 1] + node.end_col_offset

    def code(self, node):
        return ast.get_source_segment(self.text, node)

    def statement_of(self, node):
        while not isinstance(node, ast.stmt):
            node = self.parents[node]
        return node

    def function_of(self, node):
        """The innermost function around `node`, else the module."""
        while not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module)):
            node = self.parents[node]
        return node

    def block_of(self, statement):
        """The list of statements that holds `statement`."""
        parent = self.parents[statement]
        for name in ("body", "orelse", "finalbody"):
            block = getattr(parent, name, None)
            if isinstance(block, list) and statement in block:
                return block
        return [statement]

    def lines_of(self, statement):
        """The offsets of its first line's start and its last line's end, newline included."""
        first = min([statement.lineno] + [d.lineno for d in getattr(statement, "decorator_list", [])])
        return self.line_starts[first - 1], self.line_starts[statement.end_lineno]

    def indent_of(self, statement):
        return " " * statement.col_offset


@dataclass
class Program:
    """`files`: path -> text, the ledger included."""

    name: str
    files: dict
    sources: dict = field(default_factory=dict)

    def __post_init__(self):
        self.sources = {name: Source(name, text) for name, text in self.files.items() if name.endswith(".py")}

    def with_text(self, name, changes):
        """The files after `changes` of one of them: (start, end, new text), none inside another."""
        data = self.files[name].encode()
        for start, end, new in sorted(changes, reverse=True):
            data = data[:start] + new.encode() + data[end:]
        return {**self.files, name: data.decode()}


@dataclass
class Guard:
    """A sound guard, as the case's markers and the inventory of the unchanged program tell of it."""

    program: Program
    source: Source
    node: ast.AST  # the guard's call, or the test of the inline check
    is_call: bool
    site: ast.AST  # a decode that it covers
    site_source: Source

    @property
    def statement(self):
        return self.source.statement_of(self.node)

    def stands_alone(self):
        """A statement of its own, rather than a part of the expression that also decodes."""
        statement = self.statement
        if isinstance(statement, ast.If):
            return statement.test is self.node
        value = getattr(statement, "value", None)
        if isinstance(value, ast.Await):
            value = value.value
        return value is self.node and isinstance(statement, (ast.Expr, ast.Assign))

    def holds_site(self):
        """The decode stands in the guard's own statement: `if in_range: return tok.decode(ids)`."""
        return any(node is self.site for node in ast.walk(self.statement))

    def is_in_function_of_site(self):
        return self.source is self.site_source and self.source.function_of(self.node) is self.source.function_of(
            self.site
        )

    def use(self):
        """(check, use): the guard's statement, or a loop around it, and behind it in the same block the statement through
        which the ids go on: the decode's own, or the first one that names them. None when there is no such block."""
        region = self.checked_region()
        names = {region[1]} if region else self.names_of_ids()
        at = self.statement
        while not isinstance(at, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)):
            block = self.source.block_of(at) if isinstance(at, ast.stmt) else [at]
            for later in block[block.index(at) + 1 :]:
                if self.is_in_function_of_site():
                    if any(node is self.site for node in ast.walk(later)):
                        return at, later
                elif names & names_in(later) and not isinstance(later, ast.FunctionDef):
                    return at, later
            at = self.source.parents[at]
        return None

    def names_of_ids(self):
        """Variables that the guard looks at and that are no tokenizer."""
        names = names_in(self.node) - bound_in(self.node) - called_in(self.node)
        return {name for name in names if not is_tokenizer_name(name)}

    def checked_region(self):
        """(expression, name): what reads the ids by the name that the decode uses, too. The guard's own expression, else
        that of the assignment or loop whose name it looks at (`bad = ids < 0`, `for row in ids`). None when there is no
        such name."""
        wanted = names_in(self.site) if self.is_in_function_of_site() else self.names_of_ids()
        waiting, seen = [self.node], []
        while waiting:
            region = waiting.pop(0)
            names = names_in(region) - bound_in(region) - called_in(region)
            shared = sorted(name for name in names & wanted if not is_tokenizer_name(name))
            if shared:
                return region, shared[0]
            seen.append(region)
            waiting += [value for name in sorted(names) for value in self.sources_of(name) if value not in seen]
        return None

    def sources_of(self, name):
        """What `name` is assigned, or loops over, when that is at one place of the guard's function."""
        found = []
        for node in ast.walk(self.source.function_of(self.node)):
            if isinstance(node, ast.Assign) and any(name in stored_in(target) for target in node.targets):
                found.append(node.value)
            elif isinstance(node, ast.For) and name in stored_in(node.target):
                found.append(node.iter)
        return found if len(found) == 1 else []


def names_in(node):
    """Variables in `node`, attributes of self as `self.x`; what stands in an index (`ids[i]`) is left out."""
    if isinstance(node, ast.Name):
        return {node.id} - {"self"}
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
        return {f"self.{node.attr}"}
    parts = [node.value] if isinstance(node, ast.Subscript) else ast.iter_child_nodes(node)
    return {name for part in parts for name in names_in(part)}


def stored_in(target):
    return {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}


def bound_in(node):
    """Names that a comprehension or `:=` inside `node` binds."""
    names = set()
    for part in ast.walk(node):
        if isinstance(part, ast.comprehension):
            names |= stored_in(part.target)
        elif isinstance(part, ast.NamedExpr):
            names.add(part.target.id)
    return names


def called_in(node):
    return {n.func.id for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}


def is_tokenizer_name(name):
    """The corpus calls every tokenizer `tok` or `tokenizer`, and its holder `processor`."""
    return name.split(".")[-1] in ("tok", "tokenizer", "processor")


def is_tokenizer(node):
    if isinstance(node, ast.Attribute):
        return node.attr == "tokenizer"
    return isinstance(node, ast.Name) and node.id in ("tok", "tokenizer")
