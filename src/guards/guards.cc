// find_guards(): one question to CoverageReader a token site, then what only all sites together can tell.

#include "guards/guards.h"

#include "guards/coverage.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <set>

namespace decode_ledger::guards {

using decode_sites::DecodeSite;
using decode_sites::Shape;
using diagnostics::Diagnostic;
using diagnostics::Rule;
using parser::Kind;
using parser::Role;

std::string_view guard_verdict_name(GuardVerdict verdict) {
  switch (verdict) {
  case GuardVerdict::Guarded:
    return "guarded";
  case GuardVerdict::Unguarded:
    return "unguarded";
  case GuardVerdict::Unsound:
    return "unsound";
  case GuardVerdict::Unknown:
    return "unknown";
  }
  return "unknown";
}

namespace {

/// Wrappers around wrappers that are looked through for the tokenizer.
constexpr unsigned kMaxWrappers = 4;

class GuardFinder {
public:
  GuardFinder(dataflow::Query &query, const knowledge::Knowledge &knowledge, const decode_sites::DecodeSites &sites,
              const std::vector<std::string> &fault_types)
      : model_(query.model()), sites_(sites), paths_(query), checks_(query, paths_),
        coverage_(query, paths_, checks_, fault_types, knowledge) {}

  SiteGuards find(const std::vector<GuardEntry> &entries) {
    for (const GuardEntry &entry : entries)
      read_entry(entry);
    std::set<FunctionId> decoders;
    std::set<NodeRef> decodes;
    for (const DecodeSite &site : sites_.sites)
      if (site.is_site()) {
        decoders.insert(site.function);
        decodes.insert(site.node);
      }
    coverage_.set_decoders(std::move(decoders), std::move(decodes));
    for (const DecodeSite &site : sites_.sites) {
      result_.sites.push_back(asks_for_guard(site) ? judge_site(site) : SiteGuard{});
      const bool is_open = asks_for_guard(site) && result_.sites.back().verdict == GuardVerdict::Unguarded;
      strays_.push_back(is_open ? coverage_.strays() : std::vector<CoverageReader::Stray>{});
    }
    add_wrapper_calls();
    blame_strays();
    for (size_t i = 0; i < sites_.sites.size(); ++i)
      refuse_guard_on_sentinels(sites_.sites[i], result_.sites[i]);
    note_resized_vocabularies();
    for (const GuardFunction &function : checks_.functions())
      if (function.from_ledger || stands_before_a_site(function.function))
        result_.functions.push_back(function);
    return std::move(result_);
  }

private:
  // Entries -----------------------------------------------------------------------------------------------------------

  /// A position (self not counted) or a parameter's name, as an index into all parameters.
  std::optional<unsigned> parameter_at(FunctionId function, std::string_view where) const {
    const auto &parameters = model_.function(function).parameters;
    const unsigned skip = model_.takes_instance(function) ? 1 : 0;
    unsigned position = 0;
    const auto [end, error] = std::from_chars(where.data(), where.data() + where.size(), position);
    if (error == std::errc{} && end == where.data() + where.size())
      return position + skip < parameters.size() ? std::optional(position + skip) : std::nullopt;
    for (unsigned i = 0; i < parameters.size(); ++i)
      if (model_.text(model_.name({model_.file_of(function), parameters[i]})) == where)
        return i;
    return std::nullopt;
  }

  void read_entry(const GuardEntry &entry) {
    const FunctionId function = model_.find_function(entry.function);
    result_.entry_found.push_back(function.valid());
    std::string &problem = result_.entry_problems.emplace_back();
    if (!function.valid())
      return;
    const std::optional<unsigned> ids = parameter_at(function, entry.ids);
    if (!ids) {
      problem = fmt::format("`{}` has no parameter `{}`", entry.function, entry.ids);
      return;
    }
    checks_.name_guard(function, *ids, parameter_at(function, entry.tokenizer));
    const GuardShape *shape = checks_.recognise(function);
    if (!shape->unproven.empty()) {
      problem = shape->unproven;
    } else if (shape->effect == Effect::GoesOn) {
      problem = "its body goes on with a bad id instead of raising";
    } else if (!shape->bound) {
      problem = "its body checks the lower bound only: ids above the vocabulary pass";
    } else if (!shape->lower) {
      problem = "its body checks the upper bound only: negative ids pass";
    } else if (shape->upper_edge != Edge::Exact || shape->lower_edge != Edge::Exact) {
      problem = fmt::format("its body is off by one: {}", quoted(model_, shape->decided));
    } else if (shape->bound->kind == Bound::Kind::VocabSize) {
      problem = "its body holds the ids against `vocab_size`, which leaves out added tokens";
    } else if (shape->only_if.valid()) {
      problem = fmt::format("its body checks the ids only if {} allows it", quoted(model_, shape->only_if));
    } else if (shape->may_return_early) {
      problem = "its body may return without having checked the ids";
    } else if (shape->effect == Effect::Asserts) {
      problem = "its body only asserts, which is gone when Python runs with -O";
    }
  }

  // Sites -------------------------------------------------------------------------------------------------------------

  static bool asks_for_guard(const DecodeSite &site) {
    return site.is_site() || (site.role == decode_sites::Role::Unknown && site.ids.valid());
  }

  SiteGuard judge_site(const DecodeSite &site) {
    const NodeRef ids = ids_of(site);
    if (!ids.valid()) {
      SiteGuard result;
      result.why = "the ids of this reference are not seen here, so no guard can be shown to check them";
      return result;
    }
    return coverage_.cover(site.function, ids, tokenizer_of(site, kMaxWrappers), site.node.node);
  }

  /// What decodes; of a wrapper's call the tokenizer inside the wrapper, as the caller names it.
  Tokenizer tokenizer_of(const DecodeSite &site, unsigned wrappers_left) {
    if (!site.delegates_to.valid())
      return coverage_.tokenizer_of(site.receiver);
    for (const DecodeSite &inner : sites_.sites)
      if (inner.function == site.delegates_to && inner.is_site() && inner.delegates_to != site.delegates_to &&
          wrappers_left != 0)
        return coverage_.in_caller(tokenizer_of(inner, wrappers_left - 1), site.delegates_to, site.node);
    return coverage_.tokenizer_of(site.receiver);
  }

  /// The ids argument; of `map(tok.decode, rows)` the rows.
  NodeRef ids_of(const DecodeSite &site) const {
    if (site.ids.valid() || site.shape != Shape::Reference)
      return site.ids;
    const parser::SyntaxTree &tree = model_.tree(site.node.file);
    const NodeRef call{site.node.file, tree.parent(site.node.node)};
    if (!call.valid() || tree.kind(call.node) != Kind::Call || tree.role(site.node.node) != Role::Argument)
      return {};
    const NodeRef callee = model_.child(call, Role::Callee);
    const bool is_map = model_.kind(callee) == Kind::Name && model_.text(model_.name(callee)) == "map";
    return is_map && argument_of(model_, call, 0, "") == site.node ? argument_of(model_, call, 1, "") : NodeRef{};
  }

  /// A call of a wrapper is guarded when every decode in the wrapper is. Wrappers of wrappers settle from the inside
  /// out; each round settles at least one, so it ends.
  void add_wrapper_calls() {
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = 0; i < sites_.sites.size(); ++i) {
        const DecodeSite &site = sites_.sites[i];
        if (!site.delegates_to.valid() || !asks_for_guard(site) || result_.sites[i].verdict == GuardVerdict::Guarded)
          continue;
        const SiteGuard *inner = guard_of_all_in(site);
        if (inner == nullptr)
          continue;
        SiteGuard guarded = *inner;
        guarded.why =
            fmt::format("`{}` checks the ids itself before it decodes them", model_.full_name(site.delegates_to));
        result_.sites[i] = std::move(guarded);
        changed = true;
      }
    }
  }

  /// The guard of the decodes that the wrapper's call `site` leads to, when each has one; null otherwise. Of a wrapper
  /// that decodes several parameters those count that get the call's ids.
  const SiteGuard *guard_of_all_in(const DecodeSite &call) {
    const SiteGuard *first = nullptr;
    for (size_t i = 0; i < sites_.sites.size(); ++i) {
      const DecodeSite &inner = sites_.sites[i];
      if (inner.function != call.delegates_to || !inner.is_site() || decodes_another_parameter(inner, call))
        continue;
      if (result_.sites[i].verdict != GuardVerdict::Guarded)
        return nullptr;
      if (first == nullptr)
        first = &result_.sites[i];
    }
    return first;
  }

  /// `compute_metrics(preds, labels)`: the decode of `labels` is another one than what `preds` are passed for.
  bool decodes_another_parameter(const DecodeSite &inner, const DecodeSite &call) {
    const auto &parameters = model_.function(inner.function).parameters;
    const FileId file = model_.file_of(inner.function);
    const unsigned skip = model_.takes_instance(inner.function) ? 1 : 0;
    bool is_known = false;
    for (unsigned i = skip; i < parameters.size(); ++i) {
      const std::string key = paths_.parameter_key(inner.function, parameters[i]);
      for (const Step &step : paths_.steps_of(inner.ids)) {
        if (step.key != key)
          continue;
        is_known = true;
        if (argument_of(model_, call.node, i - skip, model_.text(model_.name({file, parameters[i]}))) == call.ids)
          return false;
      }
    }
    return is_known && call.ids.valid();
  }

  /// DL202: a guard stands in front of a site that has none, checks other ids, and guards no other site: it was meant
  /// for this one.
  void blame_strays() {
    std::set<NodeRef> in_use;
    for (const SiteGuard &guard : result_.sites)
      if (guard.place.valid())
        in_use.insert(guard.place);
    for (size_t i = 0; i < result_.sites.size(); ++i) {
      if (result_.sites[i].verdict != GuardVerdict::Unguarded)
        continue;
      const auto stray = std::ranges::find_if(
          strays_[i], [&](const CoverageReader::Stray &one) { return !in_use.contains(one.place); });
      if (stray == strays_[i].end())
        continue;
      result_.sites[i] =
          unsound(stray->place, stray->guard,
                  {{.rule = Rule::GuardChecksOtherIds,
                    .place = model_.range(stray->place),
                    .message = fmt::format("{} checks {}, while {} is decoded", quoted(model_, stray->place),
                                           quoted(model_, stray->ids), quoted(model_, stray->used)),
                    .help = "check the ids that are decoded",
                    .evidence = {{model_.range(stray->used), "these ids go on to the decode"}}}});
    }
  }

  /// DL212: -100 is out of range by design, so such a guard fires on every healthy run.
  void refuse_guard_on_sentinels(const DecodeSite &site, SiteGuard &guard) const {
    if (guard.verdict != GuardVerdict::Guarded || !site.sentinel || site.origin != decode_sites::Origin::Labels)
      return;
    guard.verdict = GuardVerdict::Unsound;
    guard.why = fmt::format("{} checks labels that may still hold -100: it fires on every healthy run",
                            quoted(model_, guard.place));
    GuardFault fault{Rule::GuardOnSentinelLabels,
                     model_.range(guard.place),
                     guard.why,
                     "exempt the labels as `sentinel-labels`, or clear -100 before the guard",
                     {}};
    for (const decode_sites::Evidence &evidence : site.origin_evidence)
      fault.evidence.push_back({evidence.place, evidence.text});
    guard.faults.push_back(std::move(fault));
  }

  /// Many a function compares a parameter with a length; a guard is one that has to do with a decode.
  bool stands_before_a_site(FunctionId function) const {
    return std::ranges::any_of(result_.sites, [&](const SiteGuard &guard) {
      return guard.function == function && guard.verdict != GuardVerdict::Unguarded;
    });
  }

  // The package -------------------------------------------------------------------------------------------------------

  /// DL213: the bound's premise, one logit for each id of the tokenizer, is to be derived anew behind a resize.
  void note_resized_vocabularies() {
    if (std::ranges::none_of(sites_.sites, &DecodeSite::is_site))
      return;
    const NameId name = model_.find_name("resize_token_embeddings");
    if (!name.valid())
      return;
    for (const NodeRef use : model_.uses(name)) {
      const parser::SyntaxTree &tree = model_.tree(use.file);
      if (tree.kind(use.node) != Kind::Attribute || tree.role(use.node) != Role::Callee ||
          model_.sources().file(use.file).is_test)
        continue;
      const auto [begin, end] = tree.name_range(use.node);
      Diagnostic note;
      note.rule = Rule::VocabularyResized;
      note.level = diagnostics::rule_entry(Rule::VocabularyResized).level;
      note.message =
          "the vocabulary is resized here: whether a model can emit ids at or above `len(tokenizer)` has to be "
          "derived anew";
      note.range = {use.file, begin, end};
      note.help = {"check that the model's output is as wide as `len(tokenizer)` after this call"};
      result_.notes.push_back(std::move(note));
    }
  }

  const dataflow::PackageModel &model_;
  const decode_sites::DecodeSites &sites_;
  PathReader paths_;
  CheckReader checks_;
  CoverageReader coverage_;
  std::vector<std::vector<CoverageReader::Stray>> strays_; // by SiteId
  SiteGuards result_;
};

} // namespace

SiteGuards find_guards(dataflow::Query &query, const knowledge::Knowledge &knowledge,
                       const decode_sites::DecodeSites &sites, const std::vector<GuardEntry> &entries,
                       const std::vector<std::string> &fault_types) {
  return GuardFinder(query, knowledge, sites, fault_types).find(entries);
}

} // namespace decode_ledger::guards
