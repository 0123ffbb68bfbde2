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
  SiteId id;
  bool is_site;
  std::string key;
  std::string place; ///< "src/a.py:12"
};

std::vector<Candidate> candidates_of(const report::Analysis &analysis) {
  report::Places places(analysis.sources());
  std::vector<Candidate> candidates;
  for (SiteId id : report::listed_sites(analysis, true)) {
    const decode_sites::DecodeSite &site = analysis.sites->sites[id.value];
    candidates.push_back({id, site.is_site(), site.key.text(), places.line(site.name_range)});
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

} // namespace

FoundSite find_site(const report::Analysis &analysis, std::string_view wanted) {
  std::vector<Candidate> candidates = candidates_of(analysis);
  std::vector<Candidate> fit =
      wanted.empty() ? std::vector<Candidate>{} : fitting(analysis.sources(), candidates, wanted);
  if (auto sites = those(fit, [](const Candidate &c) { return c.is_site; }); !sites.empty())
    fit = std::move(sites);
  if (fit.size() == 1)
    return {fit.front().id, false, {}};
  if (fit.empty())
    return {SiteId{}, false, lines(nearest(candidates, wanted))};
  return {SiteId{}, true, lines(fit)};
}

} // namespace decode_ledger::driver
