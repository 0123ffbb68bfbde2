// Snippets and the shape that they are lowered to, a line each (shape.h says how to read one).

#include "shape.h"

#include <doctest/doctest.h>

namespace decode_ledger::parser {
namespace {

struct Row {
  std::string_view text, shape;
};

void check(std::initializer_list<Row> rows) {
  for (const Row &row : rows) {
    const SyntaxTree tree = parse(row.text);
    CHECK_MESSAGE(shape_of(tree, row.text) == row.shape, row.text);
    CHECK_MESSAGE(tree.damage().empty(), row.text);
  }
}

TEST_CASE("assignments") {
  check({
      {"a = b = 1", "Assign(target:a target:b value:1)"},
      {"x: int", "Assign(target:x annotation:int)"},
      {"x: int = 1", "Assign(target:x annotation:int value:1)"},
      {"x += y", "AugAssign +(target:x value:y)"},
      {"x //= 2", "AugAssign //(target:x value:2)"},
      {"a, *b = c", "Assign(target:Tuple(element:a element:Starred(value:b)) value:c)"},
      {"[a, b] = c", "Assign(target:List(element:a element:b) value:c)"},
      {"a.b[0] = c", "Assign(target:Subscript(value:Attribute b(value:a) index:0) value:c)"},
      {"x = yield", "Assign(target:x value:Yield)"},
  });
}

TEST_CASE("small statements") {
  check({
      {"", ""},
      {"pass; break; continue", "Pass; Break; Continue"},
      {"del a, b[0]", "Delete(target:a target:Subscript(value:b index:0))"},
      {"assert a, 'b'", "Assert(test:a message:'b')"},
      {"raise", "Raise"},
      {"raise A from b", "Raise(value:A cause:b)"},
      {"global a, b", "Global(target:a target:b)"},
      {"nonlocal a", "Nonlocal(target:a)"},
      {"return", "Return"},
      {"type A = int", "TypeAlias(target:A value:int)"},
  });
}

TEST_CASE("imports") {
  check({
      {"import a.b", "Import(Alias a.b(target:a))"},
      {"import a.b as c, d", "Import(Alias a.b(as:c) Alias d(target:d))"},
      {"from a.b import c as d", "ImportFrom a.b(Alias c(as:d))"},
      {"from . import a", "ImportFrom dots=1(Alias a)"},
      {"from ...a import (b, c)", "ImportFrom a dots=3(Alias b Alias c)"},
      {"from a import *", "ImportFrom a(StarAlias *)"},
  });
}

TEST_CASE("compound statements") {
  check({
      {"if a: b\nelif c: d\nelse: e\n", "If(test:a body:{b} Elif(test:c body:{d}) orelse:{e})"},
      {"for a, b in c: d\nelse: e\n", "For(target:Tuple(element:a element:b) iter:c body:{d} orelse:{e})"},
      {"while a: b\nelse: c\n", "While(test:a body:{b} orelse:{c})"},
      {"async def f():\n  async for a in b: c\n  async with a as b: c\n",
       "FunctionDef f async(parameters:Parameters body:{For async(target:a iter:b body:{c}); "
       "With async(WithItem(value:a target:b) body:{c})})"},
  });
}

TEST_CASE("parentheses around the items of with hold items, those around a tuple an expression") {
  check({
      {"with a as b, c: d\n", "With(WithItem(value:a target:b) WithItem(value:c) body:{d})"},
      {"with (a as b, c,): d\n", "With(WithItem(value:a target:b) WithItem(value:c) body:{d})"},
      {"with (a): b\n", "With(WithItem(value:a) body:{b})"},
      {"with a as (b, c): d\n", "With(WithItem(value:a target:Tuple(element:b element:c)) body:{d})"},
  });
}

TEST_CASE("try and its clauses") {
  check({
      {"try: a\nexcept B: c\nexcept: d\nelse: e\nfinally: f\n",
       "Try(body:{a} handler:Handler(type:B body:{c}) handler:Handler(body:{d}) orelse:{e} final:{f})"},
      {"try: a\nexcept B as e: c\n", "Try(body:{a} handler:Handler(type:B as:e body:{c}))"},
      {"try: a\nexcept (B, C): d\n", "Try(body:{a} handler:Handler(type:Tuple(element:B element:C) body:{d}))"},
      {"try: a\nexcept B, C: d\n", "Try(body:{a} handler:Handler(type:Tuple(element:B element:C) body:{d}))"},
      {"try: a\nexcept* B as e: c\n", "Try(body:{a} handler:Handler star(type:B as:e body:{c}))"},
      {"try: a\nfinally: b\n", "Try(body:{a} final:{b})"},
  });
}

TEST_CASE("definitions") {
  check({
      {"def f(a, /, b=1, *c, d: int, **e) -> int: pass\n",
       "FunctionDef f(parameters:Parameters(Parameter a positional Parameter b(default:1) Parameter c * "
       "Parameter d keyword(annotation:int) Parameter e **) returns:int body:{Pass})"},
      {"def f(a, *, b=1): pass\n",
       "FunctionDef f(parameters:Parameters(Parameter a Parameter b keyword(default:1)) body:{Pass})"},
      {"@a.b(1)\n@c\ndef f(): pass\n",
       "FunctionDef f(decorator:Decorator(value:Call(callee:Attribute b(value:a) argument:1)) "
       "decorator:Decorator(value:c) parameters:Parameters body:{Pass})"},
      {"class A(B, metaclass=C): pass\n", "ClassDef A(argument:B argument:Keyword metaclass(value:C) body:{Pass})"},
      {"class A: x = 1\n", "ClassDef A(body:{Assign(target:x value:1)})"},
      {"lambda a, b=1: c", "Lambda(parameters:Parameters(Parameter a Parameter b(default:1)) body:c)"},
  });
}

TEST_CASE("calls and operators") {
  check({
      {"f(a, *b, k=c, **d)", "Call(callee:f argument:a argument:Starred(value:b) argument:Keyword k(value:c) "
                             "argument:DoubleStarred(value:d))"},
      {"f(x for x in y)", "Call(callee:f argument:Generator(CompFor(iter:y target:x) element:x))"},
      {"a or b and not c", "BoolOp or(left:a right:BoolOp and(left:b right:Unary not(value:c)))"},
      {"a < b is not c", "Compare(left:a right <:b right is not:c)"},
      {"a not in b", "Compare(left:a right not in:b)"},
      {"-a ** b", "Unary -(value:Binary **(left:a right:b))"},
      {"a @ b % c", "Binary %(left:Binary @(left:a right:b) right:c)"},
      {"(a + b) * c", "Binary *(left:Binary +(left:a right:b) right:c)"},
      {"a[1:2, ::3]", "Subscript(value:a index:Slice(lower:1 upper:2) index:Slice(step:3))"},
      {"(a := b)", "Named(target:a value:b)"},
      {"await a", "Await(value:a)"},
      {"yield from a", "Yield from(value:a)"},
      {"{a: b, **c}, {d}, [], ()",
       "Tuple(element:Dict(element:Pair(key:a value:b) element:DoubleStarred(value:c)) element:Set(element:d) "
       "element:List element:Tuple)"},
      {"True, False, None, ..., 1.5, 0x1f", "Tuple(element:True element:False element:None element:Ellipsis "
                                            "element:1.5 element:0x1f)"},
  });
}

TEST_CASE("conditionals and comprehensions stand in the order of evaluation") {
  check({
      {"a if b else c", "Conditional(test:b body:a orelse:c)"},
      {"[a for b in c if d]", "ListComp(CompFor(iter:c target:b) CompIf(test:d) element:a)"},
      {"{a for b in c for d in e}", "SetComp(CompFor(iter:c target:b) CompFor(iter:e target:d) element:a)"},
      {"{a: b for c in d}", "DictComp(CompFor(iter:d target:c) element:Pair(key:a value:b))"},
      {"(a async for b in c)", "Generator(CompFor async(iter:c target:b) element:a)"},
  });
}

TEST_CASE("interpolations are children of their string") {
  check({
      {"f'{a}{b!r:>{c}}'", "String(value:a value:b value:c)"},
      {"f\"{f'{a}'}\"", "String(value:String(value:a))"},
      {"f'{a=}'", "String(value:a)"},
      {"'a' f'{b}'", "Concatenation(element:'a' element:String(value:b))"},
      {"f'{{a}}'", "f'{{a}}'"},
      {"'a' b'c'", "Concatenation(element:'a' element:b'c')"},
  });
}

TEST_CASE("patterns of match") {
  check({
      {"match a:\n  case 1 | 'b': c\n",
       "Match(subject:a case:Case(pattern:PatternOr(pattern:PatternValue(value:1) pattern:PatternValue(value:'b')) "
       "body:{c}))"},
      {"match a:\n  case [b, *c] if d: e\n",
       "Match(subject:a case:Case(pattern:PatternSequence(pattern:PatternCapture(target:b) "
       "pattern:PatternStar(target:c)) test:d body:{e}))"},
      {"match a:\n  case {'k': v, **r}: e\n",
       "Match(subject:a case:Case(pattern:PatternMapping(key:'k' pattern:PatternCapture(target:v) "
       "pattern:PatternStar(target:r)) body:{e}))"},
      {"match a:\n  case B(c, k=d): e\n",
       "Match(subject:a case:Case(pattern:PatternClass(callee:B pattern:PatternCapture(target:c) "
       "pattern:PatternKeyword k(pattern:PatternCapture(target:d))) body:{e}))"},
      {"match a:\n  case b.C as d: e\n",
       "Match(subject:a case:Case(pattern:PatternAs(pattern:PatternValue(value:Attribute C(value:b)) target:d) "
       "body:{e}))"},
      {"match a:\n  case _: e\n", "Match(subject:a case:Case(pattern:PatternCapture body:{e}))"},
      {"match a, b:\n  case c: d\n",
       "Match(subject:Tuple(element:a element:b) case:Case(pattern:PatternCapture(target:c) body:{d}))"},
      {"match = 1", "Assign(target:match value:1)"},
      {"match(a)", "Call(callee:match argument:a)"},
  });
}

TEST_CASE("Python 2's print and exec are statements") {
  check({
      {"print 'a', b", "Python2(argument:'a' argument:b)"},
      {"print('a')", "Call(callee:print argument:'a')"},
      {"exec a", "Python2(argument:a)"},
  });
}

TEST_CASE("what is stored and what is deleted is marked") {
  const SyntaxTree tree = parse("a = b\ndel c\n");
  std::string marks;
  for (uint32_t i = 0; i < tree.num_nodes(); ++i)
    if (const NodeId n{i}; tree.kind(n) == Kind::Name)
      marks += std::string(tree.names().text(tree.name(n))) + (tree.has(n, kStore) ? " stored" : "") +
               (tree.has(n, kDelete) ? " deleted" : "") + "; ";
  CHECK(marks == "a stored; b; c deleted; ");
}

TEST_CASE("a node knows where its name token stands") {
  const std::string_view text = "async def f(): a . b(k = 1)\nclass  C: pass\n";
  const SyntaxTree tree = parse(text);
  std::string tokens;
  for (uint32_t i = 0; i < tree.num_nodes(); ++i) {
    const NodeId n{i};
    const Kind k = tree.kind(n);
    if (k != Kind::FunctionDef && k != Kind::Attribute && k != Kind::Keyword && k != Kind::ClassDef)
      continue;
    const auto [begin, end] = tree.name_range(n);
    tokens += std::string(text.substr(begin, end - begin)) + "@" + std::to_string(begin) + " ";
  }
  CHECK(tokens == "f@10 b@19 k@21 C@35 ");
}

} // namespace
} // namespace decode_ledger::parser
