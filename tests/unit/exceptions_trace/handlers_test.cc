// One clause and its body, and the word for what they do to a fault whose class and message are known.

#include "../knowledge/tables.h"
#include "exceptions_trace/exceptions_trace.h"

#include <doctest/doctest.h>
#include <memory>
#include <string>

namespace decode_ledger::exceptions_trace {
namespace {

constexpr std::string_view kProgram = R"(import os, re, sys, traceback
class Fault(RuntimeError): pass
class Other(Exception): pass
MARKERS = ("CUDA", "NCCL")
def fail(error): raise error
def is_fault(error): return isinstance(error, Fault)
def report(error): print(error)
def run(self, strict, attempt, errors):
    for ids in errors:
        try: load(ids)
)";

/// `clause` and its indented body, in the place of the handler above.
std::string verdict_of(const std::string &clause) {
  auto sources = std::make_shared<source::SourceSet>();
  sources->base = "/";
  source::SourceFile file;
  file.path = "m.py";
  file.module = "m";
  file.text = std::string(kProgram) + "        " + clause + "\n";
  sources->files.push_back(file);
  std::vector<module_model::ModuleModel> models;
  models.push_back(module_model::build_module_model(parser::parse(file.text)));
  package_model::PackageModel model = package_model::link_package(sources, std::move(models));
  dataflow::Query query(model, knowledge::tables());
  const parser::SyntaxTree &tree = model.tree(FileId{0U});
  NodeId handler;
  for (uint32_t n = 0; n < tree.num_nodes() && !handler.valid(); ++n)
    if (tree.kind(NodeId{n}) == parser::Kind::Handler)
      handler = NodeId{n};
  REQUIRE(handler.valid());
  HandlerMet met = judge_handler(query, knowledge::tables(), {FileId{0U}, handler}, {model.find_class("m.Fault"), {}},
                                 "token id {} is outside [0, {})");
  return std::string(handler_verdict_name(met.verdict)) + (met.converts_to.empty() ? "" : " " + met.converts_to);
}

TEST_CASE("every path raises") {
  CHECK(verdict_of("except Exception: raise") == "reraises");
  CHECK(verdict_of("except Exception as e: raise e") == "reraises");
  CHECK(verdict_of("except Exception as e: raise e.with_traceback(None)") == "reraises");
  CHECK(verdict_of("except Exception as e: raise type(e)('again') from e") == "reraises");
  CHECK(verdict_of("except Exception as e: fail(e)") == "reraises");
  CHECK(verdict_of("except Exception as e: raise Other() from e") == "converts m.Other");
  CHECK(verdict_of("except Exception: raise ValueError") == "converts ValueError");
}

TEST_CASE("no path raises") {
  CHECK(verdict_of("except Exception: pass") == "swallows");
  CHECK(verdict_of("except Exception as e: report(e)") == "swallows");
  CHECK(verdict_of("except Exception: return None") == "swallows");
  CHECK(verdict_of("except Exception: continue") == "swallows");
  CHECK(verdict_of("except Exception: later = lambda: fail(1)") == "swallows");
}

TEST_CASE("decided by class") {
  CHECK(verdict_of("except Exception as e:\n            if isinstance(e, Fault): raise") == "reraises");
  CHECK(verdict_of("except Exception as e:\n            if isinstance(e, (KeyError, RuntimeError)): raise") ==
        "reraises");
  CHECK(verdict_of("except Exception as e:\n            if isinstance(e, KeyError): raise") == "swallows");
  CHECK(verdict_of("except Exception as e:\n            if not is_fault(e): return\n            raise") == "reraises");
  CHECK(verdict_of("except Exception as e:\n            if e.__class__ is Fault: raise") == "reraises");
  CHECK(verdict_of("except Exception as e:\n            if type(e) in (Fault, Other): raise") == "reraises");
  CHECK(verdict_of("except Exception as e:\n            if type(e) == RuntimeError: raise") == "swallows");
  CHECK(verdict_of("except Exception:\n            if issubclass(sys.exc_info()[0], Fault): raise") == "reraises");
}

TEST_CASE("decided by text") {
  CHECK(verdict_of("except Exception as e:\n            if 'CUDA' in str(e): raise") == "swallows");
  CHECK(verdict_of("except Exception as e:\n            if 'token id' in str(e): raise") == "reraises");
  CHECK(verdict_of("except Exception as e:\n            if any(m in f'{e}' for m in MARKERS): raise") == "swallows");
  CHECK(verdict_of("except Exception as e:\n            if any(m in str(e) for m in MARKERS): raise") == "swallows");
  CHECK(verdict_of("except Exception as e:\n            if any(m in str(e) for m in errors): raise") == "string-match");
  CHECK(verdict_of("except Exception as e:\n            if 'TOKEN' in str(e).upper(): raise") == "reraises");
  CHECK(verdict_of("except Exception as e:\n            if re.search('outside', str(e)): raise") == "reraises");
  CHECK(verdict_of("except Exception as e:\n            if type(e).__name__ == 'Fault': raise") == "reraises");
  CHECK(verdict_of("except Exception as e:\n            if 'CUDA' in traceback.format_exc(): raise") == "string-match");
  CHECK(verdict_of("except Exception as e:\n            if str(e).find(errors) >= 0: raise") == "string-match");
}

TEST_CASE("decided by something else") {
  CHECK(verdict_of("except Exception:\n            if strict: raise") == "conditional");
  CHECK(verdict_of("except Exception:\n            if attempt == 2: raise\n            continue") == "conditional");
  CHECK(verdict_of("except Exception:\n            assert strict") == "conditional AssertionError");
  CHECK(verdict_of("except Exception:\n            if strict: raise\n            else: raise") == "reraises");
}

TEST_CASE("exits") {
  CHECK(verdict_of("except Exception: sys.exit(1)") == "exits");
  CHECK(verdict_of("except Exception: raise SystemExit(2)") == "exits");
  CHECK(verdict_of("except Exception: os._exit(0)") == "exits");
}

TEST_CASE("kept for later") {
  CHECK(verdict_of("except Exception as e: errors.append(e)\n    raise errors[0]") == "deferred");
  CHECK(verdict_of("except Exception as e: errors.append(e)\n    print(errors)") == "swallows");
  CHECK(verdict_of("except Exception as e: errors.append(str(e))\n    raise errors[0]") == "swallows");
  CHECK(verdict_of("except Exception as e: last = e\n    if last: raise last") == "deferred");
}

TEST_CASE("statements in the handler that end what it raises") {
  CHECK(verdict_of("except Exception:\n            try: raise\n            except RuntimeError: pass") == "swallows");
  CHECK(verdict_of("except Exception:\n            try: raise\n            except KeyError: pass") == "reraises");
  CHECK(verdict_of("except Exception:\n            try: raise\n            finally: return") == "swallows");
  CHECK(verdict_of("except Exception:\n            for m in MARKERS:\n                if m == 'NCCL': raise") ==
        "reraises");
}

} // namespace
} // namespace decode_ledger::exceptions_trace
