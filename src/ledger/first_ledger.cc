// The ledger that `init` prints: it passes the check on the day that it is written, and its debt can only shrink.
//
// Sites that are guarded and heard are entered as such, all others as `todo`, with the evidence for the site as a comment:
// what it decodes, and by what. What is wrong with its guard today is not written, since the comment outlives it.
// A call of a wrapper needs no entry when every raw site in the wrapper is guarded, since it inherits theirs; tests need
// none at all. Nothing that differs from machine to machine is written.
//
// Tested by tests/unit/ledger/ and, on whole packages, by tests/cli/.

#include "ledger/ledger.h"

#include "ledger/toml_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace decode_ledger::ledger {
namespace {

using decode_sites::DecodeSite;
using exceptions_trace::Ending;
using exceptions_trace::Trace;
using guards::GuardVerdict;

/// A package without a guard has no class yet that they raise.
constexpr std::string_view kFault = R"(
# [fault]                                # what your guards will raise
# type = "package.faults.HardwareFault"
)";

constexpr std::string_view kHead =
    R"(# Every place where token ids become text, and what was decided about it.
#   guarded  a guard stands in front of it; the check proves that anew each time
#   exempt   somebody read the code and wrote down why no guard is needed (category, reason)
#   todo     known debt from the day of adoption: the check counts it and fails on new sites only
# `decode-ledger sync` writes what the code proves, `decode-ledger exempt` a decision; every other byte stays as you write it.
schema = 1
)";

class Writer {
public:
  Writer(const dataflow::PackageModel &model, const decode_sites::DecodeSites &sites, const guards::SiteGuards &guards,
         const exceptions_trace::Traces &traces)
      : model_(model), sites_(sites), guards_(guards), traces_(traces) {}

  std::string write(const std::vector<std::string> &roots) {
    out_ = kHead;
    write_roots(roots);
    if (std::ranges::none_of(guards_.sites,
                             [](const guards::SiteGuard &g) { return g.verdict == GuardVerdict::Guarded; }))
      out_ += kFault;
    for (SiteId id : in_ledger_order())
      write_site(id);
    return std::move(out_);
  }

private:
  bool needs_entry(const DecodeSite &site) const {
    bool may_decode =
        site.is_site() || (site.role == decode_sites::Role::Unknown && site.shape != decode_sites::Shape::Opaque);
    return may_decode && !site.is_test && !(site.delegates_to && is_guarded_inside(site.delegates_to));
  }

  bool is_guarded(SiteId id) const {
    const Trace *trace = traces_.of(id);
    return sites_.sites[id.value].is_site() && guards_.sites[id.value].verdict == GuardVerdict::Guarded && trace &&
           trace->ending == Ending::Heard;
  }

  /// Every raw decode in `wrapper` is guarded and heard. Calls of other wrappers in it do not count as raw: such a
  /// wrapper's calls keep entries of their own.
  bool is_guarded_inside(FunctionId wrapper) const {
    bool has_any = false;
    for (uint32_t s = 0; s < sites_.sites.size(); ++s) {
      const DecodeSite &site = sites_.sites[s];
      if (!site.is_site() || !is_within(site.function, wrapper))
        continue;
      if (site.delegates_to || !is_guarded(SiteId{s}))
        return false;
      has_any = true;
    }
    return has_any;
  }

  bool is_within(FunctionId function, FunctionId wrapper) const {
    while (function && function != wrapper)
      function = model_.parent_of(function);
    return function == wrapper;
  }

  // By module, scope and place, so that two branches that add sites in different places merge without conflict.
  std::vector<SiteId> in_ledger_order() const {
    std::vector<SiteId> order;
    for (uint32_t s = 0; s < sites_.sites.size(); ++s)
      if (needs_entry(sites_.sites[s]))
        order.push_back(SiteId{s});
    std::ranges::stable_sort(order, {}, [&](SiteId id) {
      const DecodeSite &site = sites_.sites[id.value];
      return std::tuple(std::string_view(site.key.module), std::string_view(site.key.scope), site.name_range.begin);
    });
    return order;
  }

  void write_roots(const std::vector<std::string> &roots) {
    if (roots.empty())
      return;
    std::vector<std::string> quoted;
    for (const std::string &root : roots)
      quoted.push_back(toml_string(root));
    out_ += fmt::format("\n[package]\nroots = [{}]\n", fmt::join(quoted, ", "));
  }

  void write_site(SiteId id) {
    const DecodeSite &site = sites_.sites[id.value];
    out_ += fmt::format("\n[[site]]\n# {}\n", one_line(evidence(id)));
    out_ += fmt::format("module = {}\nscope = {}\ncall = {}\n", toml_string(site.key.module),
                        toml_string(site.key.scope), toml_string(site.key.call));
    if (site.key.of > 1)
      out_ += fmt::format("nth = {}\n", site.key.nth);
    out_ += fmt::format("status = \"{}\"\n", is_guarded(id) ? "guarded" : "todo");
    if (!site.fingerprint.empty())
      out_ += fmt::format("fingerprint = \"{}\"\n", site.fingerprint);
  }

  std::string evidence(SiteId id) const {
    const DecodeSite &site = sites_.sites[id.value];
    if (site.role == decode_sites::Role::Unknown)
      return "may be no decode at all: " + site.unknown_reason;
    std::string text = fmt::format("ids: {}", origin_name(site.origin));
    if (!site.origin_evidence.empty())
      text += fmt::format(" ({})", site.origin_evidence.front().text);
    if (!site.role_evidence.empty())
      text += fmt::format("; receiver: {}", site.role_evidence.front().text);
    return text;
  }

  // A comment ends with its line, and TOML allows no control characters in it.
  static std::string one_line(std::string text) {
    for (char &c : text)
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
        c = ' ';
    return text;
  }

  const dataflow::PackageModel &model_;
  const decode_sites::DecodeSites &sites_;
  const guards::SiteGuards &guards_;
  const exceptions_trace::Traces &traces_;
  std::string out_;
};

} // namespace

std::string first_ledger(const dataflow::PackageModel &model, const decode_sites::DecodeSites &sites,
                         const guards::SiteGuards &guards, const exceptions_trace::Traces &traces,
                         const std::vector<std::string> &roots) {
  return Writer(model, sites, guards, traces).write(roots);
}

} // namespace decode_ledger::ledger
