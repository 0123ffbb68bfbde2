#include "ledger/hints.h"

#include <algorithm>
#include <array>

namespace decode_ledger::ledger {
namespace {

using decode_sites::DecodeSite;
using decode_sites::Origin;
using parser::Kind;
using parser::Role;
using parser::SyntaxTree;

/// The name that an expression goes by: `preds` of `preds`, `preds[0]` and `p.preds`. None for anything else.
NameId name_of(const SyntaxTree &tree, NodeId expression) {
  while (tree.kind(expression) == Kind::Subscript)
    expression = tree.child(expression, Role::Value);
  Kind kind = tree.kind(expression);
  return kind == Kind::Name || kind == Kind::Attribute ? tree.name(expression) : NameId{};
}

bool mentions(const SyntaxTree &tree, NodeId under, NameId name) {
  for (NodeId n = under; n < tree.next(under); n = NodeId{n.value + 1})
    if ((tree.kind(n) == Kind::Name || tree.kind(n) == Kind::Attribute) && tree.name(n) == name)
      return true;
  return false;
}

// -100 and its like: a negative number, zero as the bound of the valid ids, or a constant by name. `x.ndim == 3` is no
// comparison with a sentinel.
bool may_be_sentinel(const SyntaxTree &tree, std::string_view text, NodeId operand, NameId ids) {
  switch (tree.kind(operand)) {
  case Kind::Unary: // its operator by the text: op() of a comparison's right side is how it is compared
    return text[tree.begin(operand)] == '-';
  case Kind::Int:
    return text.substr(tree.begin(operand), tree.end(operand) - tree.begin(operand)) == "0";
  case Kind::Name:
  case Kind::Attribute:
    return !mentions(tree, operand, ids);
  default:
    return false;
  }
}

bool compares_with_sentinel(const SyntaxTree &tree, std::string_view text, NodeId compare, NameId ids) {
  bool has_ids = false, has_sentinel = false;
  for (NodeId operand : tree.children(compare)) {
    has_ids = has_ids || mentions(tree, operand, ids);
    has_sentinel = has_sentinel || may_be_sentinel(tree, text, operand, ids);
  }
  return has_ids && has_sentinel;
}

/// Somewhere in `function`, what is called `ids` is compared with a sentinel.
bool is_cleared_in(const dataflow::PackageModel &model, FunctionId function, NameId ids) {
  NodeRef body = model.node_of(function);
  const SyntaxTree &tree = model.tree(body.file);
  std::string_view text = model.sources().file(body.file).text;
  for (NodeId n = body.node; n < tree.next(body.node); n = NodeId{n.value + 1})
    if (tree.kind(n) == Kind::Compare && compares_with_sentinel(tree, text, n, ids))
      return true;
  return false;
}

bool has_negative_operand(const SyntaxTree &tree, std::string_view text, NodeId compare) {
  for (NodeId operand : tree.children(compare))
    if (tree.kind(operand) == Kind::Unary && text[tree.begin(operand)] == '-')
      return true;
  return false;
}

/// What a trainer predicts while it evaluates, as opposed to what `generate` gives: only the former is padded with -100.
bool comes_from_evaluation(const dataflow::PackageModel &model, const DecodeSite &site) {
  if (site.origin != Origin::Device && site.origin != Origin::Mixed)
    return false;
  return std::ranges::any_of(site.origin_evidence, [&](const decode_sites::Evidence &evidence) {
    return evidence.text.find("compute_metrics") != std::string::npos ||
           (evidence.place.valid() &&
            model.sources().text(evidence.place).find("predictions") != std::string_view::npos);
  });
}

NameId ids_name(const dataflow::PackageModel &model, const DecodeSite &site) {
  return site.ids.valid() ? name_of(model.tree(site.ids.file), site.ids.node) : NameId{};
}

/// `len(tokenizer)`, by the name of what is measured.
bool measures_tokenizer(const dataflow::PackageModel &model, NodeRef len) {
  const SyntaxTree &tree = model.tree(len.file);
  NodeId call = tree.parent(len.node);
  if (!call || tree.kind(call) != Kind::Call || tree.role(len.node) != Role::Callee)
    return false;
  NodeId argument = tree.child(call, Role::Argument);
  NameId name = argument ? name_of(tree, argument) : NameId{};
  return name && model.text(name).find("tok") != std::string_view::npos;
}

bool is_compared_or_sliced(const SyntaxTree &tree, NodeId node) {
  for (NodeId at = node; at; at = tree.parent(at))
    if (tree.kind(at) == Kind::Compare || tree.kind(at) == Kind::Slice)
      return true;
    else if (tree.kind(at) == Kind::Block)
      return false;
  return false;
}

bool is_in_a_guard(const dataflow::PackageModel &model, const guards::SiteGuards &guards, NodeRef node) {
  FunctionId function = model.function_at(node);
  if (std::ranges::find(guards.functions, function, &guards::GuardFunction::function) != guards.functions.end())
    return true;
  return std::ranges::any_of(guards.sites, [&](const guards::SiteGuard &guard) {
    return guard.place.valid() && guard.place.file == node.file &&
           model.tree(node.file).is_inside(node.node, guard.place.node);
  });
}

// What fast and slow tokenizers and the Rust library under them raise on ids out of range.
bool is_decode_error(const package_model::ClassName &name) {
  static constexpr auto kErrors = std::to_array<std::string_view>(
      {"OverflowError", "TypeError", "IndexError", "KeyError", "LookupError", "ValueError", "PanicException"});
  std::string_view last = name.external;
  last.remove_prefix(last.rfind('.') + 1);
  return std::ranges::find(kErrors, last) != kErrors.end();
}

bool catches_everything(const package_model::ClassName &name) {
  return name.external == "Exception" || name.external == "BaseException" || name.external.ends_with(".Exception") ||
         name.external.ends_with(".BaseException");
}

std::vector<package_model::ClassName> types_of(const dataflow::PackageModel &model, NodeRef handler) {
  const SyntaxTree &tree = model.tree(handler.file);
  std::vector<package_model::ClassName> types;
  NodeId type = tree.child(handler.node, Role::Type);
  if (!type)
    return types;
  if (tree.kind(type) != Kind::Tuple)
    return {model.resolve_class({handler.file, type})};
  for (NodeId element : tree.children(type))
    types.push_back(model.resolve_class({handler.file, element}));
  return types;
}

bool raises(const SyntaxTree &tree, NodeId under) {
  for (NodeId n = under; n < tree.next(under);) {
    Kind kind = tree.kind(n);
    if (kind == Kind::Raise)
      return true;
    n = kind == Kind::FunctionDef || kind == Kind::Lambda ? tree.next(n) : NodeId{n.value + 1};
  }
  return false;
}

/// The clause of `statement`, a try, that receives a tokenizer's error.
NodeId decode_error_clause(const dataflow::PackageModel &model, NodeRef statement) {
  const SyntaxTree &tree = model.tree(statement.file);
  for (NodeId clause : tree.children(statement.node)) {
    if (tree.kind(clause) != Kind::Handler)
      continue;
    std::vector<package_model::ClassName> types = types_of(model, {statement.file, clause});
    if (types.empty() || std::ranges::any_of(types, catches_everything))
      return {};
    if (std::ranges::any_of(types, is_decode_error))
      return clause;
  }
  return {};
}

} // namespace

NodeRef find_decode_error_handler(const dataflow::PackageModel &model, const DecodeSite &site) {
  const SyntaxTree &tree = model.tree(site.node.file);
  NodeId function = model.node_of(site.function).node;
  for (NodeId at = site.node.node; at && at != function; at = tree.parent(at)) {
    NodeId statement = tree.parent(at);
    if (!statement || tree.kind(statement) != Kind::Try || tree.role(at) != Role::Body)
      continue;
    NodeId clause = decode_error_clause(model, {site.node.file, statement});
    if (clause)
      return raises(tree, clause) ? NodeRef{} : NodeRef{site.node.file, clause};
  }
  return {};
}

SiteId find_cleared_twin(const dataflow::PackageModel &model, const decode_sites::DecodeSites &sites, SiteId site) {
  const DecodeSite &here = sites.sites[site.value];
  NameId ids = ids_name(model, here);
  if (!ids || !comes_from_evaluation(model, here) || is_cleared_in(model, here.function, ids))
    return {};
  for (uint32_t s = 0; s < sites.sites.size(); ++s) {
    const DecodeSite &twin = sites.sites[s];
    NameId name = twin.function == here.function && twin.is_site() ? ids_name(model, twin) : NameId{};
    if (name && name != ids && !twin.sentinel && is_cleared_in(model, twin.function, name))
      return SiteId{s};
  }
  return {};
}

bool may_clear_sentinel(const dataflow::PackageModel &model, const decode_sites::DecodeSites &sites, SiteId site) {
  const DecodeSite &here = sites.sites[site.value];
  NameId ids = ids_name(model, here);
  if (ids && is_cleared_in(model, here.function, ids))
    return true;
  std::vector<NameId> others;
  for (const DecodeSite &other : sites.sites)
    if (other.function == here.function && other.node != here.node)
      if (NameId name = ids_name(model, other))
        others.push_back(name);

  NodeRef body = model.node_of(here.function);
  const SyntaxTree &tree = model.tree(body.file);
  std::string_view text = model.sources().file(body.file).text;
  for (NodeId n = body.node; n < tree.next(body.node); n = NodeId{n.value + 1}) {
    if (tree.kind(n) != Kind::Compare || !has_negative_operand(tree, text, n))
      continue;
    if (std::ranges::none_of(others, [&](NameId name) { return mentions(tree, n, name); }))
      return true;
  }
  return false;
}

bool ties_width_to_tokenizer(const dataflow::PackageModel &model, const guards::SiteGuards &guards) {
  for (std::string_view resize : {"resize_token_embeddings", "resize_embeddings"})
    if (NameId name = model.find_name(resize); name && !model.uses(name).empty())
      return true;
  NameId len = model.find_name("len");
  if (!len)
    return false;
  return std::ranges::any_of(model.uses(len), [&](NodeRef use) {
    return measures_tokenizer(model, use) && is_compared_or_sliced(model.tree(use.file), use.node) &&
           !model.sources().file(use.file).is_test && !is_in_a_guard(model, guards, use);
  });
}

SourceRange scores_behind(const dataflow::PackageModel &model, const DecodeSite &site) {
  if (site.origin != Origin::Device)
    return {};
  for (const decode_sites::Evidence &evidence : site.origin_evidence) {
    if (!evidence.place.valid())
      continue;
    std::string_view text = model.sources().text(evidence.place);
    bool picks_best = text.find("argmax(") != std::string_view::npos || text.find("topk(") != std::string_view::npos;
    // Over what else the best is taken (beams, frames of a CTC head) says nothing of the tokenizer's length.
    if (picks_best && text.find("logits") != std::string_view::npos)
      return evidence.place;
  }
  return {};
}

} // namespace decode_ledger::ledger
