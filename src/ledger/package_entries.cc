#include "ledger/package_entries.h"

#include "ledger/handlers.h"
#include "support/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace decode_ledger::ledger {
namespace {

using diagnostics::Rule;

class PackageEntries {
public:
  PackageEntries(const Ledger &ledger, const dataflow::PackageModel &model, const decode_sites::DecodeSites &sites,
                 const guards::SiteGuards &guards, Examined &examined, EntryFindings &entries, FindingList &out)
      : ledger_(ledger), model_(model), sites_(sites), guards_(guards), examined_(examined), entries_(entries),
        out_(out) {}

  void judge() {
    judge_guard_entries();
    judge_decoders();
    judge_fault_types();
  }

private:
  void judge_guard_entries() {
    for (size_t g = 0; g < ledger_.guards.size() && g < guards_.entry_problems.size(); ++g) {
      const std::string &function = ledger_.guards[g].function;
      TomlPlace place = ledger_.guard_places[g];
      if (!guards_.entry_found[g])
        tell_missing_name(place, function, fmt::format("the package has no function `{}`", function),
                          nearest_function(function));
      else if (!guards_.entry_problems[g].empty())
        out_.at_entry(Rule::GuardEntryUnproven, place, function,
                      fmt::format("`{}` is no guard: {}", function, guards_.entry_problems[g]))
            .help = {"let its body compare the ids with 0 and len(tokenizer) and raise, or drop the entry"};
    }
  }

  void judge_decoders() {
    for (size_t u = 0; u < ledger_.decoders.size() && u < sites_.decoder_used.size(); ++u) {
      if (sites_.decoder_used[u])
        continue;
      const decode_sites::UserDecoder &decoder = ledger_.decoders[u];
      const std::string &name = decoder.function.empty() ? decoder.method : decoder.function;
      tell_missing_name(ledger_.decoder_places[u], name, fmt::format("nothing in the package calls `{}`", name),
                        decoder.function.empty() ? "" : nearest_function(name));
    }
  }

  void tell_missing_name(TomlPlace place, const std::string &name, std::string message, const std::string &candidate) {
    if (std::string why = examined_.why_not_of_name(name); !why.empty())
      return entries_.tell_not_examined(place, name, why);
    if (!candidate.empty())
      message += fmt::format("; did you mean `{}`?", candidate);
    out_.at_entry(Rule::StaleEntry, place, name, std::move(message)).help = {"correct the name, or drop the entry"};
  }

  /// A function of the package with the same last name, else one whose full name is spelled nearly the same.
  std::string nearest_function(const std::string &name) const {
    NameId last = model_.find_name(std::string_view(name).substr(name.rfind('.') + 1));
    if (last)
      for (FunctionId f : model_.functions_named(last))
        return model_.full_name(f);
    std::vector<std::string> names;
    for (size_t f = 0; f < model_.num_functions(); ++f)
      names.push_back(model_.full_name(FunctionId{f}));
    return nearest_of(name, names);
  }

  static std::string nearest_of(const std::string &name, const std::vector<std::string> &names) {
    std::vector<std::string_view> views(names.begin(), names.end());
    return std::string(nearest_word(name, views).value_or(""));
  }

  void judge_fault_types() {
    for (const std::string &type : ledger_.fault_types) {
      if (model_.find_class(type) || is_raised_by_a_guard(type))
        continue;
      if (std::string why = examined_.why_not_of_name(type); !why.empty()) {
        entries_.tell_not_examined(ledger_.fault_place, type, why);
        continue;
      }
      std::string message = fmt::format("the package has no class `{}`", type);
      if (std::string candidate = nearest_class(type); !candidate.empty())
        message += fmt::format("; did you mean `{}`?", candidate);
      out_.at_entry(Rule::FaultTypeUnknown, ledger_.fault_place, type, std::move(message)).help = {
          "name the class that the guards raise, by module and name"};
    }
  }

  /// A class from outside the package counts when a guard raises it.
  bool is_raised_by_a_guard(const std::string &type) const {
    auto is_it = [&](const package_model::ClassName &fault) {
      return !fault.external.empty() && (fault.external == type || fault.external == "builtins." + type);
    };
    return std::ranges::any_of(guards_.functions, is_it, &guards::GuardFunction::fault) ||
           std::ranges::any_of(guards_.sites, is_it, &guards::SiteGuard::fault);
  }

  std::string nearest_class(const std::string &type) const {
    std::vector<std::string> names;
    std::string last = short_class(type);
    for (size_t c = 0; c < model_.num_classes(); ++c) {
      names.push_back(model_.full_name(ClassId{c}));
      if (short_class(names.back()) == last)
        return names.back();
    }
    return nearest_of(type, names);
  }

  const Ledger &ledger_;
  const dataflow::PackageModel &model_;
  const decode_sites::DecodeSites &sites_;
  const guards::SiteGuards &guards_;
  Examined &examined_;
  EntryFindings &entries_;
  FindingList &out_;
};

} // namespace

void judge_package_entries(const Ledger &ledger, const dataflow::PackageModel &model,
                           const decode_sites::DecodeSites &sites, const guards::SiteGuards &guards, Examined &examined,
                           EntryFindings &entries, FindingList &out) {
  PackageEntries(ledger, model, sites, guards, examined, entries, out).judge();
}

} // namespace decode_ledger::ledger
