// Facts about control flow, one program and a few one-line facts at a time.
//
// A fact names nodes by their source text: `a dom b`, `a !dom b`, `a reach b`, `a !reach b`, `dead a`, `live a`, and
// `x#2 is 1,3,?`: the second `x` of the program may be what lines 1 and 3 bind, or not be bound. Text that stands
// for several nodes (a statement and its expression) means the innermost; `#n` counts occurrences of the text.

#include "dataflow/flow.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>

namespace decode_ledger::dataflow {
namespace {

using module_model::ModuleModel;

class Program {
public:
  explicit Program(std::string text, std::string_view function)
      : text_(std::move(text)), model_(module_model::build_module_model(parser::parse(text_))),
        function_(find_function(function)), flow_(build_flow(model_, function_)) {}

  /// Empty when the fact holds, else what was found instead.
  std::string refute(std::string_view fact) const {
    if (fact.starts_with("dead ") || fact.starts_with("live "))
      return flow_.is_reachable(node(fact.substr(5))) == fact.starts_with("live ") ? "" : "it is not";
    for (const std::string_view word : {" !dom ", " dom ", " !reach ", " reach ", " is "}) {
      const size_t at = fact.find(word);
      if (at == std::string_view::npos)
        continue;
      const std::string_view left = fact.substr(0, at), right = fact.substr(at + word.size());
      if (word == " is ")
        return told(describe(left), std::string(right));
      const bool holds =
          word.ends_with("dom ") ? flow_.dominates(node(left), node(right)) : flow_.may_reach(node(left), node(right));
      return holds == !word.starts_with(" !") ? "" : "it is not so";
    }
    return "not a fact";
  }

  std::string shown() const { return dump(flow_, model_, text_); }
  const Flow &flow() const { return flow_; }
  const ModuleModel &model() const { return model_; }

  NodeId node(std::string_view wanted) const {
    size_t nth = 1;
    if (const size_t hash = wanted.rfind('#'); hash != std::string_view::npos) {
      nth = static_cast<size_t>(wanted.back() - '0');
      wanted = wanted.substr(0, hash);
    }
    NodeId found;
    uint32_t last_begin = parser::SyntaxTree::root().kNone;
    for (uint32_t i = 0; i < model_.tree.num_nodes(); ++i) {
      const NodeId at{i};
      const uint32_t begin = model_.tree.begin(at), end = model_.tree.end(at);
      if (std::string_view(text_).substr(begin, end - begin) != wanted)
        continue;
      if (begin == last_begin) {
        if (found.valid())
          found = at;
        continue;
      }
      if (found.valid())
        break;
      last_begin = begin;
      if (--nth == 0)
        found = at;
    }
    REQUIRE_MESSAGE(found.valid(), wanted);
    return found;
  }

private:
  FunctionId find_function(std::string_view qualified) const {
    for (uint32_t i = 0; i < model_.functions.size(); ++i)
      if (model_.functions[i].qualified == qualified)
        return FunctionId{i};
    FAIL(qualified);
    return {};
  }

  std::string describe(std::string_view use) const {
    std::string lines;
    for (const uint32_t binding : flow_.reaching(node(use))) {
      if (!lines.empty())
        lines += ',';
      lines += binding == Flow::kAtEntry ? "?" : fmt::format("{}", line_of(model_.bindings[binding].target));
    }
    return lines;
  }

  long line_of(NodeId at) const {
    return 1 + std::count(text_.begin(), text_.begin() + static_cast<long>(model_.tree.begin(at)), '\n');
  }

  static std::string told(std::string found, const std::string &wanted) { return found == wanted ? "" : found; }

  std::string text_;
  ModuleModel model_;
  FunctionId function_;
  Flow flow_;
};

void check(const std::string &text, std::initializer_list<std::string_view> facts,
           std::string_view function = "<module>") {
  const Program program(text, function);
  for (const std::string_view fact : facts) {
    const std::string refuted = program.refute(fact);
    CHECK_MESSAGE(refuted.empty(), text, "\n", fact, " -- ", refuted, "\n", program.shown());
  }
}

TEST_CASE("order inside straight code and expressions") {
  check("a()\nb(c())\n", {"a() dom b(c())", "c() dom b(c())", "b(c()) !dom c()", "a() reach c()", "c() !reach a()"});
  check("a() and b()\nc()\n", {"a() dom c()", "b() !dom c()", "a() dom b()"});
  check("x = a() if t() else b()\nc()\n", {"t() dom a()", "a() !dom c()", "a() !reach b()", "t() dom c()"});
  check("a() < b() < c()\nd()\n", {"b() dom d()", "c() !dom d()"});
}

TEST_CASE("branches") {
  check("if a():\n    b()\nelif c():\n    d()\nelse:\n    e()\nf()\n",
        {"a() dom f()", "b() !dom f()", "c() !dom f()", "c() dom e()", "b() !reach e()", "d() reach f()"});
  check("if a() and b():\n    c()\nelse:\n    d()\n", {"b() dom c()", "b() !dom d()"});
  check("if a() or b():\n    raise X\nc()\n", {"b() dom c()", "a() dom c()", "X !reach c()"});
  check("if not (a() and b()):\n    raise X\nc()\n", {"b() dom c()"});
  check("if debug:\n    g()\nc()\n", {"g() !dom c()"});
}

TEST_CASE("loops") {
  check("for x in xs():\n    g()\nc()\n", {"xs() dom c()", "g() !dom c()", "g() reach g()"});
  check("for x in y:\n    if a():\n        break\n    b()\nelse:\n    e()\nc()\n",
        {"a() !dom c()", "b() !dom e()", "e() !dom c()", "a() reach c()"});
  check("while a():\n    if b():\n        continue\n    c()\nd()\n", {"a() dom d()", "c() reach b()", "b() dom c()"});
  check("while True:\n    a()\nb()\n", {"dead b()", "a() reach a()"});
  check("while True:\n    if a():\n        break\nb()\n", {"live b()", "a() dom b()"});
}

TEST_CASE("try") {
  check("try:\n    a()\n    b()\nexcept E:\n    c()\nd()\n",
        {"a() !dom d()", "a() !dom c()", "b() reach c()", "a() dom b()"});
  check("try:\n    a()\nexcept E:\n    raise\nd()\n", {"a() dom d()"});
  check("try:\n    a()\nexcept E:\n    pass\nelse:\n    b()\nd()\n",
        {"a() dom b()", "b() !dom d()", "b() !reach pass"});
  check("try:\n    x\nexcept NameError:\n    c()\n", {"live c()"});
  check("try:\n    a()\nfinally:\n    f()\nd()\n", {"a() dom d()", "a() !dom f()", "f() dom d()"});
  check("def g():\n    try:\n        return a()\n    finally:\n        f()\n    d()\n", {"dead d()", "a() reach f()"},
        "g");
  check("for x in y:\n    try:\n        if a():\n            break\n        b()\n    finally:\n        f()\n    "
        "c()\nd()\n",
        {"b() dom c()", "a() dom c()", "f() reach d()", "a() reach d()"});
  check("try:\n    a()\nexcept* E:\n    b()\nexcept* F:\n    c()\nd()\n", {"b() reach c()", "b() !dom d()"});
  check("try:\n    try:\n        a()\n    except E:\n        b()\nexcept F:\n    c()\n",
        {"a() reach c()", "b() reach c()"});
}

TEST_CASE("with, assert, raise, match") {
  check("with a() as f:\n    b()\nc()\n", {"a() dom b()", "b() dom c()"});
  check("assert a(), m()\nb()\n", {"a() dom b()", "m() !reach b()"});
  check("match a():\n    case 1:\n        b()\n    case x if g(x):\n        c()\nd()\n",
        {"a() dom d()", "b() !dom d()", "g(x) dom c()", "g(x) !dom d()", "b() !reach c()"});
  check("match a():\n    case 1:\n        b()\n    case _:\n        c()\nd()\n", {"b() !reach c()", "c() reach d()"});
  check("match a:\n    case [x, y] | {'k': x, 'l': y}:\n        use(x)\n", {"x#3 is 2,2"});
}

TEST_CASE("comprehensions and lambdas") {
  check("r = [g(x) for x in xs() if p(x)]\nc()\n", {"xs() dom c()", "g(x) !dom c()", "p(x) dom g(x)", "x is 1"});
  check("f = lambda a=d(): b()\nc()\n", {"d() dom c()", "dead b()"});
  check("f = lambda a: g(a)\n", {"a#2 is 1"}, "<lambda1>");
  check("def f(x):\n    return [x for x in x]\n", {"x#2 is 1", "x#4 is 2"}, "f");
}

TEST_CASE("reaching definitions") {
  check("x = 1\nx = 2\nuse(x)\n", {"x#3 is 2"});
  check("x = 1\nif c:\n    x = 2\nuse(x)\n", {"x#3 is 1,3"});
  check("if c:\n    x = 2\nuse(x)\n", {"x#2 is 2,?"});
  check("use(x)\nx = 1\n", {"x is ?"});
  check("x = 1\ndel x\nuse(x)\n", {"x#3 is ?"});
  check("x = 1\nx += 2\nuse(x)\n", {"x#2 is 1", "x#3 is 2"});
  check("def f(x):\n    for i in y:\n        use(x)\n        x = g(x)\n    return x\n",
        {"x#2 is 1,4", "x#4 is 1,4", "x#5 is 1,4"}, "f");
  check("try:\n    x = a()\n    x = b()\nexcept E:\n    use(x)\n", {"x#3 is 2,?"});
  check("x = 1\ntry:\n    x = a()\n    x = b()\n    c()\nexcept E:\n    use(x)\n", {"x#4 is 1,3,4"});
  check("x = 1\ntry:\n    x = a()\nfinally:\n    use(x)\nuse(x)\n", {"x#3 is 1,3", "x#4 is 3"});
  check("if (n := a()) > 1:\n    use(n)\n", {"n#2 is 1"});
  check("import a.b as m\nfrom k import v\nuse(m, v)\n", {"m#2 is 1", "v#2 is 2"});
  check("def f(): pass\nclass f: pass\nuse(f)\n", {"f#1 is 2"});
  check("with a() as f, f.b() as g:\n    use(g)\n", {"f#2 is 1", "g#2 is 1"});
  check("try:\n    pass\nexcept E as e:\n    use(e)\n", {"e#2 is 3"});
  check("(a, *b), c = v\nuse(a, b, c)\n", {"a#2 is 1", "b#2 is 1", "c#2 is 1"});
}

TEST_CASE("other scopes") {
  check("def f():\n    x = 1\n    def g():\n        nonlocal x\n        x = 2\n    g()\n    return x\n", {"x#4 is 2,5"},
        "f");
  check("t = 0\ndef f():\n    global t\n    t = 1\nuse(t)\n", {"t#4 is 1,4"});
  check("class A:\n    b = 1\n    c = b\n", {"b#2 is 2"});
  check("y = 1\ndef f():\n    return y\n", {"y#2 is "}, "f");
}

TEST_CASE("damaged and odd code does not lose the rest") {
  check("a()\nx = = 3\nb()\n", {"a() dom b()"});
  check("return 1\na()\n", {"dead a()"});
  check("break\n", {});
}

} // namespace
} // namespace decode_ledger::dataflow
