// What one file defines: bindings and the scope that owns them, attributes of self, and which scope runs a node.
//
// A binding is told as `name kind owner`, with ` in other` where the code stands in another scope than the owner. A
// scope is told by its function or class, a comprehension as `comprehension of` the function that runs it.

#include "module_model/module_model.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace decode_ledger::module_model {
namespace {

using Lines = std::vector<std::string>;
using parser::Kind;

class Program {
public:
  explicit Program(std::string text) : text_(std::move(text)), model_(build_module_model(parser::parse(text_))) {}

  const ModuleModel &model() const { return model_; }

  Lines bindings_of(std::string_view name) const {
    std::vector<const Binding *> found;
    for (const Binding &b : model_.bindings)
      if (this->name(b.name) == name)
        found.push_back(&b);
    std::ranges::sort(found, {}, [](const Binding *b) { return b->target; });
    Lines lines;
    for (const Binding *b : found)
      lines.push_back(told(*b));
    return lines;
  }

  Lines functions() const {
    Lines lines;
    for (const Function &f : model_.functions)
      lines.push_back(f.qualified + (f.is_async ? " async" : "") + (f.is_generator ? " generator" : ""));
    return lines;
  }

  Lines attributes() const {
    Lines lines;
    for (const AttributeBinding &a : model_.attributes)
      lines.push_back(fmt::format("{}.{} in {}", model_.classes[a.class_.value].qualified, name(a.name),
                                  model_.functions[a.function.value].qualified));
    return lines;
  }

  /// The scope whose code the `nth` node with exactly this text is, the innermost of those with one range.
  std::string scope_at(std::string_view wanted, size_t nth = 1) const {
    return scope(model_.scope_at(node(wanted, nth)));
  }

  std::string function_at(std::string_view wanted) const {
    return model_.functions[model_.function_at(node(wanted)).value].qualified;
  }

  /// Which scope owns the `nth` use of this name; "nothing" for a builtin.
  std::string owner_of(std::string_view wanted, size_t nth = 1) const {
    const NodeId at = node(wanted, nth);
    const ScopeId owner = model_.resolve(model_.tree.name(at), model_.scope_at(at));
    return owner.valid() ? scope(owner) : "nothing";
  }

  std::string_view statement_at(std::string_view wanted) const { return source(model_.statement_at(node(wanted))); }

private:
  NodeId node(std::string_view wanted, size_t nth = 1) const {
    NodeId found;
    for (uint32_t i = 0; i < model_.tree.num_nodes(); ++i)
      if (const NodeId at{i}; source(at) == wanted) {
        if (found.valid() && model_.tree.begin(found) == model_.tree.begin(at))
          found = at;
        else if (nth > 0 && nth-- > 0)
          found = at;
      }
    REQUIRE_MESSAGE(found.valid(), wanted);
    return found;
  }

  std::string_view source(NodeId n) const {
    return std::string_view(text_).substr(model_.tree.begin(n), model_.tree.end(n) - model_.tree.begin(n));
  }

  std::string_view name(NameId n) const { return n.valid() ? model_.tree.names().text(n) : "-"; }

  std::string scope(ScopeId s) const {
    const Scope &at = model_.scopes[s.value];
    if (at.kind == ScopeKind::Class)
      return model_.classes[at.class_.value].qualified;
    const std::string &function = model_.functions[at.function.value].qualified;
    return at.kind == ScopeKind::Comprehension ? "comprehension of " + function : function;
  }

  std::string told(const Binding &b) const {
    static constexpr std::string_view kKinds[] = {
        "assign", "augmented",   "annotation", "walrus", "for",       "comprehension", "with",   "except",
        "import", "from-import", "function",   "class",  "parameter", "pattern",       "delete", "type-alias"};
    std::string line = fmt::format("{} {}", kKinds[static_cast<size_t>(b.kind)], scope(b.scope));
    if (b.in != b.scope)
      line += " in " + scope(b.in);
    return line;
  }

  std::string text_;
  ModuleModel model_;
};

TEST_CASE("every construct that binds a name") {
  const auto kind_of = [](std::string text) {
    const Lines lines = Program(std::move(text)).bindings_of("x");
    return lines.size() == 1 ? lines[0] : fmt::format("{} bindings", lines.size());
  };
  CHECK(kind_of("x = 1\n") == "assign <module>");
  CHECK(kind_of("a, (b, *x) = c\n") == "assign <module>");
  CHECK(kind_of("x += 1\n") == "augmented <module>");
  CHECK(kind_of("x: int\n") == "annotation <module>");
  CHECK(kind_of("x: int = 1\n") == "assign <module>");
  CHECK(kind_of("f(x := 1)\n") == "walrus <module>");
  CHECK(kind_of("for x in y: pass\n") == "for <module>");
  CHECK(kind_of("[1 for x in y]\n") == "comprehension comprehension of <module>");
  CHECK(kind_of("with a as (x, y): pass\n") == "with <module>");
  CHECK(kind_of("try: pass\nexcept E as x: pass\n") == "except <module>");
  CHECK(kind_of("import x.y\n") == "import <module>");
  CHECK(kind_of("import y as x\n") == "import <module>");
  CHECK(kind_of("from y import x\n") == "from-import <module>");
  CHECK(kind_of("from x import y\n") == "0 bindings");
  CHECK(kind_of("from y import x as z\n") == "0 bindings");
  CHECK(kind_of("def x(): pass\n") == "function <module>");
  CHECK(kind_of("class x: pass\n") == "class <module>");
  CHECK(kind_of("def f(a, *x): pass\n") == "parameter f");
  CHECK(kind_of("match a:\n  case [x]: pass\n") == "pattern <module>");
  CHECK(kind_of("del x\n") == "delete <module>");
  CHECK(kind_of("type x = int\n") == "type-alias <module>");
  CHECK(kind_of("y.x = 1\nz[x] = 2\n") == "0 bindings");
}

TEST_CASE("an import binds the first part, a star import a star") {
  const Program program("import a.b.c\nimport d.e as f\nfrom m import *\n");
  CHECK(program.bindings_of("a") == Lines{"import <module>"});
  CHECK(program.bindings_of("b").empty());
  CHECK(program.bindings_of("d").empty());
  CHECK(program.bindings_of("f") == Lines{"import <module>"});
  CHECK(program.bindings_of("*") == Lines{"from-import <module>"});
}

TEST_CASE("every definition of a name counts, also a conditional one") {
  const Program program("if a:\n  def f(): pass\nelse:\n  f = None\ntry: import f\nexcept E: pass\n");
  CHECK(program.bindings_of("f") == Lines{"function <module>", "assign <module>", "import <module>"});
}

TEST_CASE("global and nonlocal give the binding to the scope that owns the name") {
  const Program program("n = 0\n"
                        "def f():\n"
                        "  m = 0\n"
                        "  def g():\n"
                        "    global n\n"
                        "    nonlocal m\n"
                        "    n = 1\n"
                        "    m = 1\n");
  CHECK(program.bindings_of("n") == Lines{"assign <module>", "assign <module> in f.g"});
  CHECK(program.bindings_of("m") == Lines{"assign f", "assign f in f.g"});
}

TEST_CASE("a class body's names are not seen by its methods") {
  const Program program("n = 0\nclass C:\n  n = 1\n  k = (n,)\n  def m(self): return [n]\n");
  CHECK(program.owner_of("n", 3) == "C");
  CHECK(program.owner_of("n", 4) == "<module>");
}

TEST_CASE("what nothing binds is a builtin") { CHECK(Program("print(1)\n").owner_of("print") == "nothing"); }

TEST_CASE("a comprehension has a scope, its first iterable stands outside") {
  const Program program("def f(a):\n  return [b(c) for c in d(a) for e in g(c)]\n");
  CHECK(program.scope_at("b") == "comprehension of f");
  CHECK(program.scope_at("d") == "f");
  CHECK(program.scope_at("g") == "comprehension of f");
  CHECK(program.function_at("b") == "f");
  CHECK(program.bindings_of("e") == Lines{"comprehension comprehension of f"});
}

TEST_CASE("a walrus in a comprehension binds in the function around it") {
  const Program program("def f(a):\n  any((b := c) for c in a)\n  [[d := 1 for e in a] for g in a]\n  b, d\n");
  CHECK(program.owner_of("b", 2) == "f");
  CHECK(program.owner_of("d", 2) == "f");
  CHECK(program.owner_of("b") == "f");
}

TEST_CASE("functions are named by where they stand, lambdas by their number there") {
  const Program program("a = lambda: 1\n"
                        "b = lambda: lambda: 2\n"
                        "class C:\n"
                        "  async def m(self):\n"
                        "    def inner(): yield 1\n"
                        "    return lambda: inner\n"
                        "  class D:\n"
                        "    def n(self): pass\n");
  CHECK(program.functions() == Lines{"<module>", "<lambda1>", "<lambda2>", "<lambda2>.<lambda1>", "C.m async",
                                     "C.m.inner generator", "C.m.<lambda1>", "C.D.n"});
}

TEST_CASE("a yield makes a generator of its own function alone") {
  CHECK(Program("def f():\n  g = lambda: (yield)\n").functions() == Lines{"<module>", "f", "f.<lambda1> generator"});
  CHECK(Program("def f():\n  def g(): yield 1\n  return g\n").functions() == Lines{"<module>", "f", "f.g generator"});
  CHECK(Program("def f():\n  yield from x\n").functions() == Lines{"<module>", "f generator"});
}

TEST_CASE("attributes of self, whatever it is called, also from closures") {
  const Program program("class C:\n"
                        "  def __init__(this, a):\n"
                        "    this.a, this.b = a\n"
                        "    this.c: int = 1\n"
                        "    def later(): this.d = 1\n"
                        "  @classmethod\n"
                        "  def make(cls): cls.e = 1\n"
                        "  def loops(self):\n"
                        "    for self.f in x: pass\n"
                        "    with y as self.g: pass\n");
  CHECK(program.attributes() == Lines{"C.a in C.__init__", "C.b in C.__init__", "C.c in C.__init__",
                                      "C.d in C.__init__.later", "C.e in C.make", "C.f in C.loops", "C.g in C.loops"});
}

TEST_CASE("what is not self has no attributes of the class") {
  CHECK(Program("class C:\n  @staticmethod\n  def m(a): a.x = 1\n").attributes().empty());
  CHECK(Program("class C:\n  def m(self, other): other.x = 1\n").attributes().empty());
  CHECK(Program("class C:\n  def m(self):\n    def n(self): self.x = 1\n").attributes().empty());
  CHECK(Program("def m(self): self.x = 1\n").attributes().empty());
  CHECK(Program("class C:\n  def m(self): self.x.y = 1\n").attributes().empty());
}

TEST_CASE("decorators, defaults, annotations and bases stand outside the definition") {
  const Program program("@deco(1)\n"
                        "def f(a: note = start) -> gives: body\n"
                        "class C(base, metaclass=meta): inside\n"
                        "g = lambda b=begin: end\n");
  for (const char *outside : {"deco", "note", "start", "gives", "base", "meta", "begin"})
    CHECK_MESSAGE(program.scope_at(outside) == "<module>", outside);
  CHECK(program.scope_at("body") == "f");
  CHECK(program.scope_at("inside") == "C");
  CHECK(program.function_at("inside") == "<module>");
  CHECK(program.scope_at("end") == "<lambda1>");
}

TEST_CASE("the statement that holds a node") {
  const Program program("if a:\n  x = f(b)\nelif c:\n  return_(d)\n");
  CHECK(program.statement_at("b") == "x = f(b)");
  CHECK(program.statement_at("d") == "return_(d)");
  CHECK(program.statement_at("a").starts_with("if a:"));
  CHECK(program.statement_at("c").starts_with("if a:"));
  const Program tries("try:\n  a()\nexcept b:\n  c()\n");
  CHECK(tries.statement_at("a") == "a()");
  CHECK(tries.statement_at("b").starts_with("except b:"));
}

TEST_CASE("bindings are found by name, the scopes' ranges cover them all") {
  const Program program("a = 1\ndef f(b):\n  a = 2\n  c = a\n  a = 3\nclass C: a = 4\n");
  const ModuleModel &model = program.model();
  const NameId a = *model.tree.names().find("a");
  CHECK(model.bindings_of(a, ScopeId{0U}).size() == 1);
  size_t num_bindings = 0;
  for (uint32_t s = 0; s < model.scopes.size(); ++s) {
    num_bindings += model.bindings_in(ScopeId{s}).size();
    for (const Binding &b : model.bindings_in(ScopeId{s}))
      CHECK(b.scope == ScopeId{s});
    CHECK((s == 0 || model.scopes[s].parent.value < s));
  }
  CHECK(num_bindings == model.bindings.size());
  CHECK(program.bindings_of("a") == Lines{"assign <module>", "assign f", "assign f", "assign C"});
}

TEST_CASE("an empty file is a module with nothing in it") {
  const Program program("");
  CHECK(program.model().scopes.size() == 1);
  CHECK(program.functions() == Lines{"<module>"});
  CHECK(program.model().bindings.empty());
}

} // namespace
} // namespace decode_ledger::module_model
