// Conditions as people write them, and what each finds out about ids: one row a spelling.
//
// The condition stands in `if CONDITION: raise`, so what counts is what makes it true when an id is out of range.

#include "../knowledge/tables.h"
#include "guards/checks.h"

#include <doctest/doctest.h>
#include <memory>
#include <string>

namespace decode_ledger::guards {
namespace {

struct Package {
  explicit Package(const std::string &text) {
    auto sources = std::make_shared<source::SourceSet>();
    sources->base = "/";
    source::SourceFile file;
    file.path = "m.py";
    file.module = "m";
    file.text = text;
    sources->files.push_back(file);
    std::vector<module_model::ModuleModel> models;
    models.push_back(module_model::build_module_model(parser::parse(file.text)));
    model = std::make_unique<package_model::PackageModel>(package_model::link_package(sources, std::move(models)));
    query = std::make_unique<dataflow::Query>(*model, knowledge::tables());
  }

  NodeRef find(parser::Kind kind) const {
    const parser::SyntaxTree &tree = model->tree(FileId{0U});
    for (uint32_t i = 0; i < tree.num_nodes(); ++i)
      if (tree.kind(NodeId{i}) == kind)
        return {FileId{0U}, NodeId{i}};
    return {};
  }

  std::unique_ptr<package_model::PackageModel> model;
  std::unique_ptr<dataflow::Query> query;
};

/// "low(ids) high(ids, tok)": each side with what it is about; the bound's kind where it is no length; "wide" and
/// "narrow" where it is off by one.
std::string read(const std::string &condition) {
  const Package package("import numpy as np\nimport torch\ndef f(ids, tok, model, strict):\n    if " + condition +
                        ":\n        raise Fault\n");
  PathReader paths(*package.query);
  ConditionReader reader(*package.query, paths);
  const NodeRef test = package.model->child(package.find(parser::Kind::If), parser::Role::Test);
  const Finding finding = reader.read(test, true);
  std::string told;
  const auto text = [&](NodeRef node) { return std::string(package.model->source_text(node)); };
  for (const Half &half : finding.halves) {
    // What all elements of which are compared: the last step is where the ids come from.
    std::string subject = text(half.subject);
    for (const Step &step : paths.steps_of(half.subject, half.loops))
      if (step.whole && package.model->kind(step.read) == parser::Kind::Name)
        subject = text(step.read);
    told += told.empty() ? "" : " ";
    told += half.edge == Edge::TooWide ? "wide " : half.edge == Edge::TooNarrow ? "narrow " : "";
    if (!half.bound)
      told += "low(" + subject + ")";
    else if (half.bound->kind == Bound::Kind::Length)
      told += "high(" + subject + ", " + text(half.bound->tokenizer) + ")";
    else
      told += (half.bound->kind == Bound::Kind::VocabSize ? "vocab(" : "value(") + subject + ")";
  }
  if (!finding.not_finite.empty())
    told += "finite";
  if (finding.only_if.valid())
    told += " if " + text(finding.only_if);
  return told;
}

const std::string kBoth = "low(ids) high(ids, tok)";

TEST_CASE("both sides") {
  CHECK(read("(ids < 0).any() or (ids >= len(tok)).any()") == kBoth);
  CHECK(read("((ids < 0) | (ids >= len(tok))).any()") == kBoth);
  CHECK(read("bool(((ids < 0) | (ids >= len(tok))).any().item())") == kBoth);
  CHECK(read("torch.any((ids < 0) | (ids >= len(tok)))") == kBoth);
  CHECK(read("np.logical_or(ids < 0, ids >= len(tok)).any()") == kBoth);
  CHECK(read("torch.logical_or(ids.lt(0), ids.ge(len(tok))).any()") == kBoth);
  CHECK(read("ids.min() < 0 or ids.max() >= len(tok)") == kBoth);
  CHECK(read("ids.amin().item() < 0 or int(ids.amax()) >= len(tok)") == kBoth);
  CHECK(read("torch.min(ids) < 0 or np.max(ids) >= len(tok)") == kBoth);
  CHECK(read("min(ids) <= -1 or max(ids) > len(tok) - 1") == kBoth);
  CHECK(read("0 > ids.min() or len(tok) <= ids.max()") == kBoth);
  CHECK(read("not ((ids >= 0) & (ids < len(tok))).all()") == kBoth);
  CHECK(read("not (ids.min() >= 0 and ids.max() < len(tok))") == kBoth);
  CHECK(read("not torch.all(torch.logical_and(ids >= 0, ids < len(tok)))") == kBoth);
  CHECK(read("((ids < 0) | (ids >= len(tok))).sum() > 0") == kBoth);
  CHECK(read("not 0 <= ids.min() <= ids.max() < len(tok)") == kBoth);
  CHECK(read("not (not (ids < 0).any() and not (ids >= len(tok)).any())") == kBoth);
  CHECK(read("((ids < 0) + (ids >= len(tok))).any()") == kBoth);
  CHECK(read("(ids < 0).sum() + (ids >= len(tok)).sum() > 0") == kBoth);
  CHECK(read("((ids < 0) | (ids >= len(tok))).nonzero().size(0)") == kBoth);
  CHECK(read("np.flatnonzero((ids < 0) | (ids >= len(tok))).size > 0") == kBoth);
  CHECK(read("((ids < 0) | (ids >= len(tok))).max()") == kBoth);
  CHECK(read("((ids < 0) | (ids >= len(tok))).any() is not False") == kBoth);
  CHECK(read("(ids.clamp(0, len(tok) - 1) != ids).any()") == kBoth);
  CHECK(read("not torch.equal(ids, ids.clamp(min=0, max=len(tok) - 1))") == kBoth);
  CHECK(read("ids.min() < 0 or ids.max() + 1 > len(tok)") == kBoth);
  CHECK(read("torch.aminmax(ids).min < 0 or torch.aminmax(ids).max >= len(tok)") == kBoth);
  CHECK(read("min(ids) < 0 or max(ids) >= tok.__len__()") == kBoth);
  CHECK(read("not ids.ge(0).logical_and(ids.lt(len(tok))).all()") == kBoth);
}

TEST_CASE("over elements") {
  CHECK(read("any(t < 0 or t >= len(tok) for t in ids)") == kBoth);
  CHECK(read("any(not 0 <= t < len(tok) for t in ids)") == kBoth);
  CHECK(read("any(not (0 <= t < len(tok)) for row in ids for t in row)") == kBoth);
  CHECK(read("not all(0 <= t < len(tok) for t in ids)") == kBoth);
  CHECK(read("not all([0 <= int(t) < len(tok) for t in ids])") == kBoth);
  CHECK(read("any(t not in range(len(tok)) for t in ids)") == kBoth);
  CHECK(read("not all(t in range(0, len(tok)) for t in ids)") == kBoth);
  CHECK(read("[t for t in ids if t < 0 or t >= len(tok)]") == kBoth);
  CHECK(read("len([t for t in ids if not 0 <= t < len(tok)]) > 0") == kBoth);
  CHECK(read("next((t for t in ids if t < 0 or t >= len(tok)), None) is not None") == kBoth);
  CHECK(read("any(True for t in ids if not 0 <= t < len(tok))") == kBoth);
  CHECK(read("set(ids) - set(range(len(tok)))") == kBoth);
  CHECK(read("not set(ids) <= set(range(len(tok)))") == kBoth);
  CHECK(read("not set(ids).issubset(range(len(tok)))") == kBoth);
  CHECK(read("any(map(lambda t: not 0 <= t < len(tok), ids))") == kBoth);
  CHECK(read("list(filter(lambda t: not 0 <= t < len(tok), ids))") == kBoth);
  CHECK(read("next(filter(lambda t: not 0 <= t < len(tok), ids), None) is not None") == kBoth);
  CHECK(read("next((True for t in ids if not 0 <= t < len(tok)), False)") == kBoth);
  CHECK(read("sum(1 for t in ids if not 0 <= t < len(tok)) > 0") == kBoth);
}

TEST_CASE("one side, or another bound") {
  CHECK(read("(ids < 0).any()") == "low(ids)");
  CHECK(read("ids.max() >= len(tok)") == "high(ids, tok)");
  CHECK(read("ids.max() > len(tok)") == "wide high(ids, tok)");
  CHECK(read("ids.max() >= len(tok) - 1") == "narrow high(ids, tok)");
  CHECK(read("ids.min() <= 0") == "narrow low(ids)");
  CHECK(read("not (ids >= 1).all()") == "narrow low(ids)");
  CHECK(read("any(t not in range(1, len(tok)) for t in ids)") == "narrow low(ids) high(ids, tok)");
  CHECK(read("ids.max() >= tok.vocab_size") == "vocab(ids)");
  CHECK(read("ids.max() >= model.config.vocab_size") == "vocab(ids)");
  CHECK(read("ids.max() >= len(tok.get_vocab())") == "high(ids, tok)");
  CHECK(read("ids.max() >= tok.get_vocab_size()") == "high(ids, tok)");
  CHECK(read("ids.max() >= model.limit") == "value(ids)");
}

TEST_CASE("a condition on the check") {
  CHECK(read("len(ids) > 0 and (ids < 0).any()") == "low(ids)");
  CHECK(read("ids.numel() and (ids < 0).any()") == "low(ids)");
  CHECK(read("ids is not None and (ids < 0).any()") == "low(ids)");
  CHECK(read("not (len(ids) == 0 or (ids >= 0).all())") == "low(ids)");
  CHECK(read("strict and (ids < 0).any()") == "low(ids) if strict");
  CHECK(read("len(tok) > 0 and (ids < 0).any()") == "low(ids) if len(tok) > 0");
}

TEST_CASE("what finds nothing out") {
  CHECK(read("((ids < 0) * (ids >= len(tok))).any()").empty());
  CHECK(read("((ids < 0) | (ids >= len(tok))).sum() > 1").empty());
  CHECK(read("(ids.clamp(0, len(tok) - 1) == ids).any()").empty());
  CHECK(read("not any(map(lambda t: 0 <= t < len(tok), ids))").empty());
  CHECK(read("set(range(len(tok))) - set(ids)").empty());
  CHECK(read("any(t not in tok.get_vocab() for t in ids)").empty());
  CHECK(read("(ids < 0).all()") == "");
  CHECK(read("not (ids >= 0).any()") == "");
  CHECK(read("ids.max() < 0") == "");
  CHECK(read("ids.min() >= len(tok)") == "");
  CHECK(read("((ids < 0) & (ids >= len(tok))).any()") == "");
  CHECK(read("all(t < 0 for t in ids)") == "");
  CHECK(read("any(t < 0 for t in ids if t != 5)") == "");
  CHECK(read("0 <= ids.min() < len(tok)") == "");
  CHECK(read("ids.min() == 0") == "");
  CHECK(read("ids") == "");
}

TEST_CASE("finite checks") {
  CHECK(read("torch.isnan(ids).any()") == "finite");
  CHECK(read("not torch.isfinite(ids).all()") == "finite");
}

/// The message that `raise EXPRESSION` shows, with {} for what is interpolated.
std::string message_of(const std::string &expression) {
  const Package package(
      "TEXT = 'token ids '\nclass Fault(Exception): pass\n"
      "class Wrapped(Exception):\n    def __init__(self, n):\n        super().__init__(f'{n} bad')\n"
      "class Handed(Exception):\n    def __init__(self, message):\n        super().__init__(message)\n"
      "def f(i, n):\n    raise " +
      expression + "\n");
  PathReader paths(*package.query);
  RaiseReader reader(*package.query, paths);
  return reader.read_raise(package.find(parser::Kind::Raise)).message_template;
}

TEST_CASE("messages") {
  CHECK(message_of("Fault('token ids out of range')") == "token ids out of range");
  CHECK(message_of("Fault(f'token id {i} is outside [0, {n})')") == "token id {} is outside [0, {})");
  CHECK(message_of("Fault(f'{i!r:>{n}} {{x}}')") == "{} {x}");
  CHECK(message_of("Fault('id %d of %s, 100%%' % (i, n))") == "id {} of {}, 100%");
  CHECK(message_of("Fault('id {} of {n}'.format(i, n=n))") == "id {} of {}");
  CHECK(message_of("Fault('a ' 'b ' f'{i}')") == "a b {}");
  CHECK(message_of("Fault(TEXT + str(i))") == "token ids {}");
  CHECK(message_of("Fault(TEXT)") == "token ids ");
  CHECK(message_of("Wrapped(i)") == "{} bad");
  CHECK(message_of("Handed('handed on')") == "handed on");
  CHECK(message_of("Fault(i)") == "");
  CHECK(message_of("Fault") == "");
}

} // namespace
} // namespace decode_ledger::guards
