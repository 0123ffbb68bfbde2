#include "driver/find_site.h"

#include "report/places.h"
#include "support/files.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace decode_ledger::driver {
namespace {

constexpr size_t kMostNearest = 8;

struct Candidate {
  uint32_t number; ///< of the site or handler
  bool is_site;    ///< a decode site goes before candidates that are none
  std::string key;
  std::string place; ///< "src/a.py:12"
};

std::vector<Candidate> candidates_of(const report::Analysis &analysis) {
  report::Places places(analysis.sources());
  std::vector<Candidate> candidates;
  for (SiteId id : report::listed_sites(analysis, true)) {
    const decode_sites::DecodeSite &site = analysis.sites->sites[id.value];
    candidates.push_back({id.value, site.is_site(), site.key.text(), places.line(site.name_range)});
  }
  return candidates;
}

bool is_place_of(const Candidate &candidate, std::string_view wanted) {
  std::string_view place = candidate.place;
  return place == wanted || (place.ends_with(wanted) && place[place.size() - wanted.size() - 1] == '/');
}

/// `src/a.py:12`, seen from the working folder, as places show it. Empty: there is no such file.
std::string place_from_here(const source::SourceSet &sources, std::string_view wanted) {
  size_t colon = wanted.rfind(':');
  std::string path(wanted.substr(0, colon));
  if (colon == std::string_view::npos || path_kind(path) != PathKind::File)
    return {};
  Result<std::string> canonical = canonical_path(path);
  return canonical ? relative_path(canonical.value(), sources.base) + std::string(wanted.substr(colon)) : "";
}

template <class Fits> std::vector<Candidate> those(const std::vector<Candidate> &candidates, Fits fits) {
  std::vector<Candidate> fitting;
  std::ranges::copy_if(candidates, std::back_inserter(fitting), fits);
  return fitting;
}

/// The first way of naming a site that fits any.
std::vector<Candidate> fitting(const source::SourceSet &sources, const std::vector<Candidate> &candidates,
                               std::string_view wanted) {
  if (auto by_key = those(candidates, [&](const Candidate &c) { return c.key == wanted; }); !by_key.empty())
    return by_key;
  std::string from_here = place_from_here(sources, wanted);
  if (auto by_file = those(candidates, [&](const Candidate &c) { return c.place == from_here; }); !by_file.empty())
    return by_file;
  if (auto by_place = those(candidates, [&](const Candidate &c) { return is_place_of(c, wanted); }); !by_place.empty())
    return by_place;
  return those(candidates, [&](const Candidate &c) {
    return c.key.find(wanted) != std::string::npos || c.place.find(wanted) != std::string::npos;
  });
}

std::set<std::string_view> trigrams(std::string_view text) {
  std::set<std::string_view> grams;
  for (size_t i = 0; i + 3 <= text.size(); ++i)
    grams.insert(text.substr(i, 3));
  return grams;
}

size_t num_shared(const std::set<std::string_view> &a, const std::set<std::string_view> &b) {
  return static_cast<size_t>(std::ranges::count_if(a, [&](std::string_view gram) { return b.contains(gram); }));
}

/// By the letters that they share with what was typed, most first.
std::vector<Candidate> nearest(std::vector<Candidate> candidates, std::string_view wanted) {
  std::set<std::string_view> grams = trigrams(wanted);
  std::vector<std::pair<size_t, size_t>> order; // shared, index
  for (size_t i = 0; i < candidates.size(); ++i)
    order.emplace_back(
        std::max(num_shared(grams, trigrams(candidates[i].key)), num_shared(grams, trigrams(candidates[i].place))), i);
  std::ranges::stable_sort(order, std::greater{}, &std::pair<size_t, size_t>::first);
  std::vector<Candidate> near;
  for (auto [shared, index] : order)
    if (shared > 0 && near.size() < kMostNearest)
      near.push_back(candidates[index]);
  return near;
}

std::vector<std::string> lines(const std::vector<Candidate> &candidates) {
  std::vector<std::string> told;
  for (const Candidate &candidate : candidates)
    told.push_back(fmt::format("{}   {}", candidate.key, candidate.place));
  return told;
}

struct Found {
  std::optional<uint32_t> number; ///< none: not found, or several fit
  bool ambiguous = false;
  std::vector<std::string> nearest;
};

Found find(const source::SourceSet &sources, const std::vector<Candidate> &candidates, std::string_view wanted) {
  std::vector<Candidate> fit = wanted.empty() ? std::vector<Candidate>{} : fitting(sources, candidates, wanted);
  if (auto sites = those(fit, [](const Candidate &c) { return c.is_site; }); !sites.empty())
    fit = std::move(sites);
  if (fit.size() == 1)
    return {fit.front().number, false, {}};
  if (fit.empty())
    return {std::nullopt, false, lines(nearest(candidates, wanted))};
  return {std::nullopt, true, lines(fit)};
}

} // namespace

FoundSite find_site(const report::Analysis &analysis, std::string_view wanted) {
  Found found = find(analysis.sources(), candidates_of(analysis), wanted);
  return {found.number ? SiteId{*found.number} : SiteId{}, found.ambiguous, std::move(found.nearest)};
}

FoundHandler find_handler(const report::Analysis &analysis, std::string_view wanted) {
  report::Places places(analysis.sources());
  const std::vector<ledger::KnownHandler> &handlers = analysis.verdicts->handlers;
  std::vector<Candidate> candidates;
  for (uint32_t h = 0; h < handlers.size(); ++h) {
    const ledger::KnownHandler &handler = handlers[h];
    std::string key = fmt::format("{}:{}:{}", handler.module, handler.scope, handler.clause);
    candidates.push_back({h, handler.matters, handler.of > 1 ? fmt::format("{}#{}", key, handler.nth) : key,
                          places.line(handler.place)});
  }
  Found found = find(analysis.sources(), candidates, wanted);
  return {found.number, found.ambiguous, std::move(found.nearest)};
}

} // namespace decode_ledger::driver
