// Counts for summary lines, and which sites a report lists.

#include "report/paint.h"
#include "report/report.h"
#include "report/site_words.h"

#include <fmt/format.h>

namespace decode_ledger::report {
namespace {

using decode_sites::DecodeSite;
using decode_sites::Role;
using decode_sites::Shape;
using exceptions_trace::Ending;
using ledger::SiteState;

bool is_opaque(const DecodeSite &site) { return site.shape == Shape::Opaque; }

bool is_listed(const DecodeSite &site, bool all) {
  return !is_opaque(site) && (all || site.role == Role::Token || site.role == Role::Unknown);
}

void count_ending(const Analysis &analysis, SiteId site, Summary &summary) {
  const exceptions_trace::Trace *trace = analysis.traces->of(site);
  switch (trace ? trace->ending : Ending::Unknown) {
  case Ending::Heard:
    ++summary.guarded_heard;
    return;
  case Ending::Swallowed:
    ++summary.guarded_swallowed;
    return;
  case Ending::Conditional:
    ++summary.guarded_conditional;
    return;
  case Ending::Unknown:
    ++summary.guarded_unknown;
    return;
  }
}

/// With a ledger a site is what the ledger's judge says; without one the code alone tells guarded from unguarded.
void count_state(const Analysis &analysis, SiteId site, Summary &summary) {
  bool guarded = analysis.guards->sites[site.value].verdict == guards::GuardVerdict::Guarded;
  if (analysis.verdicts) {
    SiteState state = analysis.verdicts->sites[site.value].state;
    summary.unproven += state == SiteState::Guarded && !guarded;
    guarded = guarded && state == SiteState::Guarded;
    summary.exempt += state == SiteState::Exempt;
    summary.todo += state == SiteState::Todo;
    summary.new_ += state == SiteState::New;
  }
  if (!guarded)
    return;
  ++summary.guarded;
  count_ending(analysis, site, summary);
}

void count_site(const Analysis &analysis, SiteId id, Summary &summary) {
  const DecodeSite &site = analysis.sites->sites[id.value];
  ++summary.candidates;
  if (is_opaque(site)) {
    ++summary.opaque;
    return;
  }
  if (!is_listed(site, false))
    return;
  if (site.is_test) {
    ++summary.in_tests;
    return;
  }
  ++summary.sites;
  summary.tokens += site.role == Role::Token;
  summary.unknown_receivers += site.role == Role::Unknown;
  count_state(analysis, id, summary);
}

void append_count(std::string &out, size_t count, std::string_view word) {
  if (count != 0)
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, word);
}

} // namespace

bool is_reported(const Analysis &analysis, SiteId site) {
  return analysis.sources().file(analysis.sites->sites[site.value].node.file).reported;
}

std::vector<SiteId> listed_sites(const Analysis &analysis, bool all) {
  std::vector<SiteId> listed;
  for (size_t i = 0; i < analysis.sites->sites.size(); ++i)
    if (is_listed(analysis.sites->sites[i], all) && is_reported(analysis, SiteId{i}))
      listed.push_back(SiteId{i});
  return listed;
}

std::vector<SiteId> opaque_sites(const Analysis &analysis) {
  std::vector<SiteId> opaque;
  for (size_t i = 0; i < analysis.sites->sites.size(); ++i)
    if (is_opaque(analysis.sites->sites[i]) && is_reported(analysis, SiteId{i}))
      opaque.push_back(SiteId{i});
  return opaque;
}

Summary summarise(const Analysis &analysis) {
  Summary summary;
  for (const source::SourceFile &file : analysis.sources().files)
    ++(file.state == source::ReadState::Read ? summary.files : summary.files_not_read);
  for (size_t i = 0; i < analysis.sites->sites.size(); ++i)
    if (is_reported(analysis, SiteId{i}))
      count_site(analysis, SiteId{i}, summary);
  return summary;
}

std::string summary_line(const Summary &summary, bool has_ledger, const std::optional<Ratchet> &ratchet) {
  std::string endings;
  append_count(endings, summary.guarded_heard, "heard");
  append_count(endings, summary.guarded_swallowed, "swallowed");
  append_count(endings, summary.guarded_conditional, "conditional");
  append_count(endings, summary.guarded_unknown, "ending unknown");

  std::string line =
      fmt::format("{} {}: {} guarded", summary.sites, summary.sites == 1 ? "site" : "sites", summary.guarded);
  if (!endings.empty())
    line += fmt::format(" ({})", endings);
  append_count(line, summary.unproven, "unproven");
  if (has_ledger)
    line += fmt::format(", {} exempt, {} todo, {} new{}", summary.exempt, summary.todo, summary.new_,
                        ratchet ? fmt::format(" ({}: {})", shown(ratchet->base), ratchet_words(*ratchet)) : "");
  else
    line += fmt::format(", {} without a guard", summary.sites - summary.guarded);
  append_count(line, summary.unknown_receivers,
               summary.unknown_receivers == 1 ? "unknown receiver" : "unknown receivers");
  append_count(line, summary.in_tests, "in tests");
  append_count(line, summary.opaque, "opaque");
  return line;
}

} // namespace decode_ledger::report
