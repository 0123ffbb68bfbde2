// What an expression can be: the last `t` of a program is asked, its values told in order.
//
//     `make()` of a library `lib` is told as `lib.make()`, an instance of class C as `C`, the class as `class C`, a
//     function as `def f`, a constant as it is written; `?` is an unknown value, its reason left out.

#include "../knowledge/tables.h"
#include "../package_model/in_memory_package.h"
#include "dataflow/dataflow.h"

#include <fmt/format.h>

namespace decode_ledger::dataflow {
namespace {

class Program {
public:
  explicit Program(const Files &files) : model_(link(files)), query_(model_, knowledge::tables()) {}
  explicit Program(const std::string &text) : Program(Files{{"m.py", "import lib\n" + text}}) {}

  std::string at(NodeRef ref) { return told(query_.values_of(ref)); }
  std::string of(std::string_view text, uint32_t file = 0) { return at(last_node(model_, FileId{file}, text)); }

  std::string reason(std::string_view text) {
    for (const Traced &t : query_.values_of(last_node(model_, FileId{0U}, text)))
      if (t.value.kind == Value::Kind::Unknown)
        return t.value.text;
    return "";
  }

private:
  std::string told(const Values &values) const {
    std::vector<std::string> words;
    for (const Traced &t : values)
      words.push_back(told(t.value));
    std::ranges::sort(words);
    words.erase(std::ranges::unique(words).begin(), words.end());
    return fmt::format("{}", fmt::join(words, " "));
  }

  std::string told(const Value &v) const {
    switch (v.kind) {
    case Value::Kind::Unknown:
      return "?";
    case Value::Kind::Function:
      return "def " + model_.function(v.function).qualified;
    case Value::Kind::Class:
      return "class " + model_.class_(v.class_).qualified;
    case Value::Kind::Instance:
      return model_.class_(v.class_).qualified;
    case Value::Kind::Module:
      return "module " + model_.module_name(v.file);
    case Value::Kind::External:
    case Value::Kind::Member:
      return v.text;
    case Value::Kind::Result:
      return v.text + "()";
    case Value::Kind::Literal:
    case Value::Kind::Container:
      return std::string(model_.source_text(v.node));
    case Value::Kind::Partial:
      return "partial";
    case Value::Kind::Parameter:
      return "parameter " + std::string(model_.text(model_.name(v.node)));
    }
    return "";
  }

  PackageModel model_;
  Query query_;
};

/// The values of the program's last `t`.
std::string last_t(const std::string &text) { return Program(text).of("t"); }

TEST_CASE("names, constants and library calls") {
  CHECK(last_t("t = lib.make()\nt\n") == "lib.make()");
  CHECK(last_t("t = 1\nt\n") == "1");
  CHECK(last_t("t = lib.x\nt\n") == "lib.x");
  CHECK(last_t("def f(): pass\nt = f\nt\n") == "def f");
  CHECK(last_t("class C: pass\nt = C\nt\n") == "class C");
  CHECK(last_t("class C: pass\nt = C()\nt\n") == "C");
  CHECK(last_t("a = b = lib.make()\nt = a\nt\n") == "lib.make()");
}

TEST_CASE("conditionals, or, and branches give each side") {
  CHECK(last_t("t = lib.a() if x else lib.b()\nt\n") == "lib.a() lib.b()");
  CHECK(last_t("t = lib.a() or lib.b()\nt\n") == "lib.a() lib.b()");
  CHECK(last_t("if x: t = lib.a()\nelse: t = lib.b()\nt\n") == "lib.a() lib.b()");
  CHECK(last_t("t = lib.a()\nt = lib.b()\nt\n") == "lib.b()");
  CHECK(last_t("if (t := lib.a()): t\n") == "lib.a()");
}

TEST_CASE("a receiver through constructor, attribute and parameter") {
  CHECK(last_t("class C:\n"
               "  def __init__(self, a): self.a = a\n"
               "  def run(self): self.use(self.a)\n"
               "  def use(self, t): t\n"
               "C(lib.make()).run()\n") == "lib.make()");
}

TEST_CASE("returns, of several and through several") {
  CHECK(last_t("def f():\n  if x: return lib.a()\n  return lib.b()\ndef g(): return f()\nt = g()\nt\n") ==
        "lib.a() lib.b()");
  CHECK(last_t("t = (lambda: lib.a())()\nt\n") == "lib.a()");
}

TEST_CASE("unpacking takes the part that a target stands for") {
  CHECK(last_t("s, t = lib.a(), lib.b()\nt\n") == "lib.b()");
  CHECK(last_t("s, (u, t) = 1, (2, lib.b())\nt\n") == "lib.b()");
  CHECK(last_t("def f(): return lib.a(), lib.b()\ns, t = f()\nt\n") == "lib.b()");
  CHECK(last_t("for s, t in [(1, lib.a()), (2, lib.b())]: t\n") == "lib.a() lib.b()");
}

TEST_CASE("containers: constant keys, indices, elements") {
  CHECK(last_t("d = {'a': lib.a(), 'b': lib.b()}\nt = d['b']\nt\n") == "lib.b()");
  CHECK(last_t("d = [lib.a(), lib.b()]\nt = d[0]\nt\n") == "lib.a()");
  CHECK(last_t("d = []\nd.append(lib.a())\nfor t in d: t\n") == "lib.a()");
  CHECK(last_t("t = [e for e in [lib.a()]][0]\nt\n") == "lib.a()");
  CHECK(last_t("from collections import OrderedDict\nd = OrderedDict()\nd['k'] = lib.a()\n"
               "for t in d.values(): t\n") == "lib.a()");
}

TEST_CASE("partials, closures and decorators") {
  CHECK(last_t("from functools import partial\ndef f(a): return a\nt = partial(f, lib.a())()\nt\n") == "lib.a()");
  CHECK(last_t("def f():\n  a = lib.a()\n  def g(): return a\n  return g\nt = f()()\nt\n") == "lib.a()");
  CHECK(last_t("def same(f): return f\n@same\ndef make(): return lib.a()\nt = make()\nt\n") == "lib.a()");
  CHECK(last_t("def wrap(f):\n  def inner(*a): return f(*a)\n  return inner\n"
               "@wrap\ndef make(): return lib.a()\nt = make()\nt\n") == "lib.a()");
}

TEST_CASE("attributes: property, super, getattr, class body, module") {
  CHECK(last_t("class C:\n  @property\n  def p(self): return lib.a()\nt = C().p\nt\n") == "lib.a()");
  CHECK(last_t("class A:\n  def m(self): return lib.a()\nclass B(A):\n  def m(self):\n    t = super().m()\n    t\n") ==
        "lib.a()");
  CHECK(last_t("class C:\n  def __init__(self): self.a = lib.a()\nt = getattr(C(), 'a')\nt\n") == "lib.a()");
  CHECK(last_t("class C:\n  a = lib.a()\nt = C.a\nt\n") == "lib.a()");
  Program two({{"a.py", "import b\nt = b.x\nt\n"}, {"b.py", "import lib\nx = lib.a()\n"}});
  CHECK(two.of("t") == "lib.a()");
}

TEST_CASE("annotations stand in for callers that nobody sees") {
  CHECK(last_t("class C: pass\ndef f(t: C): t\n") == "C");
  CHECK(last_t("class C: pass\ndef f(t: 'C'): t\n") == "C");
  CHECK(last_t("from typing import Optional\nclass C: pass\ndef f(t: Optional[C]): t\n").starts_with("C"));
  CHECK(last_t("class C: pass\nclass D: pass\ndef f(t: C | D): t\n").starts_with("C D"));
  CHECK(last_t("def f(t: lib.Thing): t\n") == "lib.Thing()");
}

TEST_CASE("what is not known is a value with a reason") {
  CHECK(last_t("t = -a\nt\n") == "?");
  CHECK(Program("t = -a\nt\n").reason("t") == "the result of an operator");
  CHECK(last_t("def f(t): t\n") == "parameter t");
  CHECK(last_t("class C: pass\nt = C().none\nt\n") == "?");
  CHECK_FALSE(Program("class C: pass\nt = C().none\nt\n").reason("t").empty());
}

TEST_CASE("recursion ends and adds nothing of its own") {
  CHECK(last_t("def f(n):\n  if n: return f(n)\n  return lib.a()\nt = f(1)\nt\n") == "lib.a()");
  CHECK(last_t("def f(n): return g(n) if n else lib.a()\ndef g(n): return f(n) if n else lib.b()\nt = g(1)\nt\n") ==
        "lib.a() lib.b()");
  CHECK(last_t("t = lib.a()\nwhile x:\n  s = t\n  t = s\nt\n") == "lib.a()");
  CHECK_FALSE(last_t("def f(): return f()\nt = f()\nt\n").empty());
  CHECK_FALSE(last_t("def f(t): f(t)\n").empty());
}

} // namespace
} // namespace decode_ledger::dataflow
