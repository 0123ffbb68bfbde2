// Who calls a function, and what it is passed there. An edge is told as `caller: site`, after it `possible`,
// `implicit` or `boundary` where it is not a plain, certain call.

#include "../knowledge/tables.h"
#include "../package_model/in_memory_package.h"
#include "dataflow/dataflow.h"

#include <fmt/format.h>

namespace decode_ledger::dataflow {
namespace {

using Lines = std::vector<std::string>;

class Program {
public:
  explicit Program(const Files &files) : model_(link(files)), query_(model_, knowledge::tables()) {}
  explicit Program(const std::string &text) : Program(Files{{"m.py", text}}) {}

  Lines callers(std::string_view full_name) {
    Lines lines;
    for (const CallEdge &e : query_.callers_of(function(full_name)))
      lines.push_back(told(e));
    return lines;
  }

  /// What reaches the parameter, a default last; `?` where it is passed in a way that is not followed.
  Lines arguments(std::string_view full_name, std::string_view parameter) {
    const FunctionId f = function(full_name);
    for (NodeId p : model_.function(f).parameters)
      if (model_.text(model_.name({model_.file_of(f), p})) == parameter)
        return told(query_.arguments_for(f, p));
    FAIL(parameter);
    return {};
  }

  /// What is stored to the property of that name.
  Lines setter_arguments(std::string_view property, std::string_view parameter) {
    const FunctionId getter = function(property);
    const FunctionId setter = model_.setter(model_.class_of(getter), model_.function(getter).name);
    REQUIRE(setter.valid());
    for (NodeId p : model_.function(setter).parameters)
      if (model_.text(model_.name({model_.file_of(setter), p})) == parameter)
        return told(query_.arguments_for(setter, p));
    FAIL(parameter);
    return {};
  }

  size_t num_unresolved(std::string_view full_name) { return query_.unresolved_callers_of(function(full_name)).size(); }

  /// Each callee of an edge's site must name that edge's function: the two directions agree.
  bool directions_agree(std::string_view full_name) {
    const FunctionId f = function(full_name);
    return std::ranges::all_of(query_.callers_of(f), [&](const CallEdge &e) {
      const std::vector<CallEdge> callees = query_.callees_of(e.site);
      return std::ranges::count(callees, f, &CallEdge::callee) == 1;
    });
  }

private:
  FunctionId function(std::string_view full_name) const {
    const FunctionId f = model_.find_function(full_name);
    REQUIRE_MESSAGE(f.valid(), full_name);
    return f;
  }

  std::string told(const CallEdge &e) const {
    std::string line = fmt::format("{}: {}", model_.full_name(e.caller), model_.source_text(e.site));
    if (e.certainty == Certainty::Possible)
      line += " possible";
    if (e.kind != EdgeKind::Call)
      line += e.kind == EdgeKind::Implicit ? " implicit" : " boundary";
    return line;
  }

  Lines told(const std::vector<Query::Argument> &arguments) const {
    Lines lines;
    for (const Query::Argument &a : arguments)
      lines.push_back(a.expression.valid() ? std::string(model_.source_text(a.expression)) : "?");
    return lines;
  }

  PackageModel model_;
  Query query_;
};

Lines callers_of_f(const std::string &text) { return Program(text).callers("m.f"); }
Lines callers_of_method(const std::string &text) { return Program(text).callers("m.C.f"); }
Lines passed_to_f(const std::string &text) { return Program(text).arguments("m.f", "a"); }

TEST_CASE("calls by name, in order of place") {
  CHECK(callers_of_f("def f(): pass\nf()\ndef g(): f()\n") == Lines{"m: f()", "m.g: f()"});
  CHECK(callers_of_f("def f(): pass\ndef g(f): f()\n").empty());
  CHECK(callers_of_f("def f(): pass\nh = f\ndef g(): h()\n") == Lines{"m.g: h()"});
  CHECK(callers_of_f("def f(): f()\n") == Lines{"m.f: f()"});
  CHECK(callers_of_f("def f(): pass\nx = [f() for y in z]\n") == Lines{"m: f()"});
}

TEST_CASE("calls under an imported name") {
  Program program({{"a.py", "def f(): pass\n"},
                   {"b.py", "from a import f as g\ng()\n"},
                   {"c.py", "import a as z\nz.f()\n"},
                   {"d.py", "def f(): pass\nf()\n"}});
  CHECK(program.callers("a.f") == Lines{"b: g()", "c: z.f()"});
  CHECK(program.callers("d.f") == Lines{"d: f()"});
  CHECK(program.directions_agree("a.f"));
}

TEST_CASE("calls on self reach the class's method and its overrides") {
  const std::string text = "class C:\n  def f(self): pass\n  def g(self): self.f()\n"
                           "class D(C):\n  def f(self): pass\n";
  CHECK(Program(text).callers("m.C.f") == Lines{"m.C.g: self.f()"});
  CHECK(Program(text).callers("m.D.f") == Lines{"m.C.g: self.f()"});
}

TEST_CASE("calls on an instance, through super and of an unrelated class") {
  CHECK(callers_of_method("class C:\n  def f(self): pass\nC().f()\n") == Lines{"m: C().f()"});
  CHECK(callers_of_method("class C:\n  def f(self): pass\nclass D(C):\n  def f(self): super().f()\n") ==
        Lines{"m.D.f: super().f()"});
  CHECK(callers_of_method("class C:\n  def f(self): pass\nclass D:\n  def f(self): pass\nD().f()\n").empty());
}

TEST_CASE("what the language calls is implicit") {
  Program made("class C:\n  def __init__(self): pass\nC()\n");
  CHECK(made.callers("m.C.__init__") == Lines{"m: C() implicit"});
  Program called("class C:\n  def __call__(self): pass\nc = C()\nc()\n");
  CHECK(called.callers("m.C.__call__") == Lines{"m: c() implicit"});
  Program forward("import torch\nclass C(torch.nn.Module):\n  def forward(self): pass\nc = C()\nc()\n");
  CHECK(forward.callers("m.C.forward") == Lines{"m: c() implicit"});
  Program decorator("def f(g): return g\n@f\ndef h(): pass\n");
  CHECK(decorator.callers("m.f") == Lines{"m: @f implicit"});
  Program property("class C:\n  @property\n  def f(self): pass\nC().f\n");
  CHECK(property.callers("m.C.f") == Lines{"m: C().f implicit"});
}

TEST_CASE("functions kept in containers run where they are taken out and called") {
  CHECK(callers_of_f("def f(): pass\nfor g in [f]: g()\n") == Lines{"m: g()"});
  CHECK(callers_of_f("def f(): pass\nd = {'k': f}\nd['k']()\n") == Lines{"m: d['k']()"});
  CHECK(callers_of_f("def f(): pass\ndef run(g): g()\nrun(f)\n") == Lines{"m.run: g()"});
}

TEST_CASE("a function handed to code that is not read is a boundary") {
  CHECK(callers_of_f("import lib\ndef f(): pass\nlib.submit(f)\n") == Lines{"m: lib.submit(f) boundary"});
  CHECK(callers_of_f("import lib\ndef f(): pass\nlib.submit(target=f)\n") == Lines{"m: lib.submit(target=f) boundary"});
  CHECK(callers_of_f("def f(): pass\nprint(f)\ncallable(f)\n").empty());
}

TEST_CASE("a method's name alone makes an edge possible, too many methods leave it unresolved") {
  CHECK(callers_of_method("class C:\n  def f(self): pass\ndef g(x): x.f()\n") == Lines{"m.g: x.f() possible"});
  std::string many = "class C:\n  def f(self): pass\ndef g(x): x.f()\n";
  for (int i = 0; i < 20; ++i)
    many += fmt::format("class C{}:\n  def f(self): pass\n", i);
  Program program(many);
  CHECK(program.callers("m.C.f").empty());
  CHECK(program.num_unresolved("m.C.f") == 1);
}

TEST_CASE("by name alone, no method is called that cannot take what the call passes") {
  const std::string text = "class C:\n  def f(self, a, b=1): pass\nclass D:\n  def f(self, *, c): pass\n"
                           "class E:\n  def f(self, **rest): pass\n";
  const auto callers = [&](const char *name, const char *call) {
    return Program(text + "def g(x): x.f(" + call + ")\n").callers(name).size();
  };
  CHECK(callers("m.C.f", "1") == 1);
  CHECK(callers("m.D.f", "1") == 0);
  CHECK(callers("m.E.f", "1") == 0);
  CHECK(callers("m.C.f", "1, 2, 3") == 0);
  CHECK(callers("m.C.f", "b=1") == 0); // a is missing
  CHECK(callers("m.C.f", "c=1") == 0);
  CHECK(callers("m.D.f", "c=1") == 1);
  CHECK(callers("m.E.f", "c=1") == 1);
  CHECK(callers("m.C.f", "*y") == 1);
  CHECK(callers("m.D.f", "**y") == 1);
}

TEST_CASE("overrides of one method count as one for a call by name alone") {
  std::string text = "class C:\n  def f(self): pass\ndef g(x): x.f()\n";
  for (int i = 0; i < 20; ++i)
    text += fmt::format("class C{}(C):\n  def f(self): pass\n", i);
  CHECK(callers_of_method(text) == Lines{"m.g: x.f() possible"});
  CHECK(Program(text).callers("m.C7.f") == Lines{"m.g: x.f() possible"});
}

TEST_CASE("a class method named for making an instance makes one, unless what it gives is known") {
  const auto text = [](const char *name, const char *gives) {
    return fmt::format("import lib\nclass C:\n  @classmethod\n  def {0}(cls): return {1}\n  def f(self): pass\n"
                       "def g():\n  C.{0}().f()\nclass D:\n  def f(self): pass\n",
                       name, gives);
  };
  CHECK(callers_of_method(text("from_pretrained", "lib.load(cls) if lib else unread")) ==
        Lines{"m.g: C.from_pretrained().f()"});
  CHECK(callers_of_method(text("restore_from", "unread()")) == Lines{"m.g: C.restore_from().f()"});
  CHECK(callers_of_method(text("find", "unread()")).empty());
  CHECK(callers_of_method(text("from_config", "D()")).empty());
}

TEST_CASE("a receiver of which a part is not known, and the rest is not of the package, possibly has the method") {
  const std::string text =
      "import os\nclass C:\n  def f(self): pass\ndef g(x):\n  y = x if x else os.environ\n  y.f()\n";
  Program mixed(text);
  CHECK(mixed.callers("m.C.f") == Lines{"m.g: y.f() possible"});
  CHECK(mixed.directions_agree("m.C.f"));
  Program known("import os\nclass C:\n  def f(self): pass\ndef g(x):\n  os.environ.f()\n");
  CHECK(known.callers("m.C.f").empty());
  CHECK(known.num_unresolved("m.C.f") == 0);
}

TEST_CASE("an attribute of another class's self is not the method, what it was given is followed from there") {
  const std::string a = "class C:\n  def f(self): pass\n";
  CHECK(callers_of_method(a + "class D:\n  def f(self): pass\n  def g(self): self.f()\n").empty());
  CHECK(callers_of_method(a + "class D(C):\n  def g(self): self.f()\n") == Lines{"m.D.g: self.f()"});
  CHECK(callers_of_method(a + "class D:\n  def __init__(self): self.f = C().f\n  def g(self): self.f()\n") ==
        Lines{"m.D.g: self.f()"});
  CHECK(callers_of_method(a + "class D:\n  def g(self): self.f()\n") == Lines{"m.D.g: self.f() possible"});
  CHECK(callers_of_f("def f(): pass\nclass D:\n  def __init__(self): self.f = f\n  def g(self): self.f()\n") ==
        Lines{"m.D.g: self.f()"});
}

TEST_CASE("a variable of the function's name is not the function, unless it was given it") {
  CHECK(callers_of_f("def f(): pass\ndef g(f): f()\ng(1)\n").empty());
  CHECK(callers_of_f("def f(): pass\ndef g(f): f()\ng(f)\n") == Lines{"m.g: f()"});
  CHECK(callers_of_method("class C:\n  def f(self): pass\ndef g(c: C):\n  f = c.f\n  f()\n") == Lines{"m.g: f()"});
}

TEST_CASE("a setter runs where its attribute is stored to, with the value as its argument") {
  Program program("class C:\n  @property\n  def p(self): return 1\n  @p.setter\n  def p(self, a): self.b = a\n"
                  "  def g(self): self.p = 2\nc = C()\nc.p = 3\nc.p\nclass D:\n  def g(self): self.p = 4\n");
  CHECK(program.setter_arguments("m.C.p", "a") == Lines{"2", "3"});
  CHECK(program.callers("m.C.p") == Lines{"m.C.g: self.p implicit", "m: c.p implicit"}); // by name the last: the setter
}

TEST_CASE("tests are no callers, but of what is in tests") {
  Program program(
      {{"m.py", "def f(): pass\nf()\n"}, {"tests/test_m.py", "from m import f\ndef g(): pass\nf()\ng()\n"}});
  CHECK(program.callers("m.f") == Lines{"m: f()"});
  CHECK(program.callers("tests.test_m.g") == Lines{"tests.test_m: g()"});
}

TEST_CASE("arguments by position, keyword and default") {
  CHECK(passed_to_f("def f(a): pass\nf(1)\nf(a=2)\n") == Lines{"1", "2"});
  CHECK(passed_to_f("def f(b, a=3): pass\nf(1)\nf(1, 2)\n") == Lines{"2", "3"});
  CHECK(passed_to_f("def f(*, a): pass\nf(a=1)\n") == Lines{"1"});
  CHECK(passed_to_f("def f(a): pass\nf(*x)\n") == Lines{"?"});
  CHECK(passed_to_f("def f(a): pass\nf(**x)\n") == Lines{"?"});
}

TEST_CASE("what a partial holds comes first") {
  const std::string import = "from functools import partial\n";
  CHECK(passed_to_f(import + "def f(a, b): pass\ng = partial(f, 1)\ng(2)\n") == Lines{"1"});
  CHECK(passed_to_f(import + "def f(b, a): pass\ng = partial(f, 1)\ng(2)\n") == Lines{"2"});
  CHECK(passed_to_f(import + "def f(b, a): pass\ng = partial(f, a=1)\ng(2)\n") == Lines{"1"});
}

TEST_CASE("the receiver takes the first parameter, except of a static method") {
  CHECK(Program("class C:\n  def f(self, a): pass\nC().f(1)\n").arguments("m.C.f", "a") == Lines{"1"});
  CHECK(Program("class C:\n  def f(self, a): pass\nC.f(c, 1)\n").arguments("m.C.f", "a") == Lines{"1"});
  CHECK(Program("class C:\n  @staticmethod\n  def f(a): pass\nC.f(1)\nC().f(2)\n").arguments("m.C.f", "a") ==
        Lines{"1", "2"});
  CHECK(Program("class C:\n  @classmethod\n  def f(cls, a): pass\nC.f(1)\n").arguments("m.C.f", "a") == Lines{"1"});
  CHECK(Program("class C:\n  def __init__(self, a): pass\nC(1)\n").arguments("m.C.__init__", "a") == Lines{"1"});
}

} // namespace
} // namespace decode_ledger::dataflow
