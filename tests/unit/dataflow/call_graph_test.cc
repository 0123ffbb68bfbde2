// What is known of each call's callee, told as `call: class`, after it `mixed` or the reason.

#include "../knowledge/tables.h"
#include "../package_model/in_memory_package.h"
#include "dataflow/call_graph.h"

#include <fmt/format.h>

namespace decode_ledger::dataflow {
namespace {

using Lines = std::vector<std::string>;

Lines calls(const Files &files) {
  const PackageModel model = link(files);
  Query query(model, knowledge::tables());
  Lines lines;
  for (const ClassifiedCall &call : build_call_graph(query).calls) {
    std::string line = fmt::format("{}: {}", model.source_text(model.child(call.call, parser::Role::Callee)),
                                   call_class_name(call.class_));
    line += call.mixed ? " mixed" : "";
    line += call.reason.empty() ? "" : ", " + call.reason;
    lines.push_back(line);
  }
  return lines;
}

Lines calls(const std::string &text) { return calls(Files{{"m.py", text}}); }

} // namespace

TEST_CASE("a function, a method and a class of the package are resolved") {
  CHECK(calls("def f(): pass\n"
              "class A:\n"
              "    def run(self): pass\n"
              "f()\n"
              "A().run()\n") == Lines{"f: resolved", "A().run: resolved", "A: resolved"});
}

TEST_CASE("a class without a constructor is resolved, though no function runs") {
  CHECK(calls("class A: pass\nA()\n") == Lines{"A: resolved"});
}

TEST_CASE("builtins, libraries and methods of what they give are external") {
  CHECK(calls("import torch\n"
              "print(torch.load('m').eval())\n"
              "''.join([])\n") ==
        Lines{"print: external", "torch.load('m').eval: external", "torch.load: external", "''.join: external"});
}

TEST_CASE("an instance is called through its class, in the package or outside") {
  CHECK(calls("import torch\n"
              "class A:\n"
              "    def __call__(self): pass\n"
              "class B(torch.Plain): pass\n"
              "class C: pass\n"
              "a, b, c = A(), B(), C()\n"
              "a()\n"
              "b()\n"
              "c()\n") == Lines{"A: resolved", "B: resolved", "C: resolved", "a: resolved", "b: external",
                                "c: unresolved, a call of an object whose class has no __call__"});
}

TEST_CASE("a partial is what it holds") {
  CHECK(calls("import functools, torch\n"
              "def f(x): pass\n"
              "functools.partial(f, 1)()\n"
              "functools.partial(torch.load, 1)()\n") ==
        Lines{"functools.partial(f, 1): resolved", "functools.partial: external",
              "functools.partial(torch.load, 1): external", "functools.partial: external"});
}

TEST_CASE("a method on a receiver that nothing settles is possible where the package has the name, else unresolved") {
  Lines found = calls("class A:\n"
                      "    def label(self): pass\n"
                      "def run(x):\n"
                      "    x.label()\n"
                      "    x.other()\n");
  CHECK(found == Lines{"x.label: possible", "x.other: unresolved, no caller settles parameter `x`"});
}

TEST_CASE("what is known on one way alone is told as mixed") {
  CHECK(calls("def f(): pass\n"
              "def run(g, flag):\n"
              "    h = f if flag else g\n"
              "    h()\n") == Lines{"h: resolved mixed"});
}

TEST_CASE("edges are by caller, place and callee, those of every file") {
  const PackageModel model = link({{"a.py", "def f(): pass\ndef g(): f()\nf()\n"}, {"b.py", "import a\na.f()\n"}});
  Query query(model, knowledge::tables());
  Lines edges;
  for (const CallEdge &edge : call_edges(query))
    edges.push_back(fmt::format("{} -> {}", model.full_name(edge.caller), model.full_name(edge.callee)));
  CHECK(edges == Lines{"a -> a.f", "a.g -> a.f", "b -> a.f"});
}

TEST_CASE("reasons are counted without the names in them") {
  CHECK(reason_without_names("class `A` has no `run`") == "class `…` has no `…`");
  CHECK(reason_without_names("the result of an operator") == "the result of an operator");
  CHECK(reason_without_names("") == "");
}

} // namespace decode_ledger::dataflow
