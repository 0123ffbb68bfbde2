// The first ledger of a package is understood and finds nothing at error level; and what leaves verdicts alone.

#include "ledger/ledger.h"

#include "knowledge/knowledge.h"

#include <doctest/doctest.h>

using namespace decode_ledger;

namespace {

/// A package of one module `app`, analysed.
struct Analysed {
  knowledge::Knowledge knowledge;
  package_model::PackageModel model;
  std::unique_ptr<dataflow::Query> query;
  decode_sites::DecodeSites sites;
  guards::SiteGuards guards;
  exceptions_trace::Traces traces;

  std::string first_ledger() const { return ledger::first_ledger(model, sites, guards, traces, {"."}); }

  /// "DL101 error; DL104 …" of the findings against the ledger `text`, sorted as they come.
  std::string judged(std::string_view text, bool strict = false) const {
    ledger::ReadLedger read = ledger::read_ledger(text, "ledger.toml");
    REQUIRE(read.errors.empty());
    ledger::JudgeOptions options{strict, "2026-11-29", "ledger.toml"};
    std::string out;
    for (const auto &d : ledger::judge(read.ledger, model, sites, guards, traces, options).diagnostics)
      out += diagnostics::rule_code(d.rule) + " " + std::string(diagnostics::level_name(d.level)) + "; ";
    return out;
  }
};

package_model::PackageModel model_of(std::string text) {
  auto sources = std::make_shared<source::SourceSet>();
  source::SourceFile file;
  file.path = "app.py";
  file.module = "app";
  file.text = std::move(text);
  sources->base = "/";
  sources->roots = {"."};
  sources->files.push_back(std::move(file));
  std::vector<module_model::ModuleModel> models;
  models.push_back(module_model::build_module_model(parser::parse(sources->files[0].text)));
  return package_model::link_package(std::move(sources), std::move(models));
}

std::unique_ptr<Analysed> analysed(std::string text) {
  auto out = std::make_unique<Analysed>();
  out->knowledge = knowledge::load_knowledge().value();
  out->model = model_of(std::move(text));
  out->query = std::make_unique<dataflow::Query>(out->model, out->knowledge);
  ThreadPool pool(1);
  out->sites = decode_sites::find_decode_sites(*out->query, out->knowledge, {}, pool);
  out->guards = guards::find_guards(*out->query, out->knowledge, out->sites, {}, {});
  out->traces = exceptions_trace::trace_exceptions(*out->query, out->knowledge, out->sites, out->guards, {}, pool);
  return out;
}

constexpr std::string_view kGuard = R"(from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("m")


class HardwareFault(RuntimeError):
    pass


def check(ids, tokenizer):
    for i in ids:
        if i < 0 or i >= len(tokenizer):
            raise HardwareFault(f"token id {i} is out of range")

)";

constexpr std::string_view kPackage = R"(
def guarded(model, batch):
    ids = model.generate(**batch)[0]
    check(ids, tok)
    return tok.decode(ids)


def unguarded(a, b):
    return tok.decode(a), tok.decode(b)


def swallowed(ids):
    try:
        check(ids, tok)
        return tok.decode(ids)
    except Exception:
        return ""


def unknown(source, position):
    return source.decode(position)


def wrapper(ids):
    return tok.decode(ids)


later = lambda ids: wrapper(ids)
)";

size_t count(std::string_view text, std::string_view word) {
  size_t n = 0;
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    ++n;
  return n;
}

} // namespace

TEST_CASE("the first ledger passes the check that it is written for") {
  auto package = analysed(std::string(kGuard) + std::string(kPackage));
  std::string text = package->first_ledger();
  CHECK(count(text, "status = \"guarded\"") == 1);
  CHECK(count(text, "[[site]]") == package->sites.sites.size());
  CHECK(count(package->judged(text), " error;") == 0);
  CHECK(count(package->judged(text), "DL101") == 0);
  CHECK(count(package->judged(text, true), "DL114 error;") == count(text, "status = \"todo\""));
}

TEST_CASE("an empty ledger tells every site once") {
  auto package = analysed(std::string(kGuard) + std::string(kPackage));
  std::string told = package->judged("schema = 1\n");
  CHECK(count(told, "DL101") + count(told, "DL107") == package->sites.sites.size());
}

TEST_CASE("comments, blank lines and code elsewhere leave every verdict") {
  std::string text = analysed(std::string(kGuard) + std::string(kPackage))->first_ledger();
  std::string other = "# head\n\n" + std::string(kGuard) + "\n\ndef more():\n    return 1\n\n" + std::string(kPackage);
  auto moved = analysed(other);
  CHECK(count(moved->judged(text), " error;") == 0);
  CHECK(moved->first_ledger() == text);
}

TEST_CASE("a package without sites has a ledger, too") {
  auto package = analysed("def f():\n    return 1\n");
  CHECK(package->judged(package->first_ledger()) == "");
  CHECK(package->judged("schema = 1\n") == "");
}

TEST_CASE("entries for what is not there are told, whatever they say") {
  auto package = analysed("x = 1\n");
  CHECK(
      package->judged("schema = 1\n[[site]]\nmodule = \"\\u0000\"\nscope = \"(\"\ncall = \"'\"\nstatus = \"todo\"\n") ==
      "DL103 error; ");
  CHECK(package->judged("schema = 1\n[[handler]]\nmodule = \"app\"\nscope = \"f\"\nclause = \"except:\"\n") ==
        "DL103 error; DL105 error; ");
  CHECK(package->judged("schema = 1\n[[guard]]\nfunction = \".\"\n[[decoder]]\nfunction = \"..\"\n") == "");
}
