// Findings as SARIF 2.1.0, as GitHub's code scanning takes it.
//
// Each result has a place: one in the ledger has its line there. URIs are relative, in percent-encoding of the path's
// bytes; what they are relative to is told by name alone, since a report holds no absolute path. The chain of an
// exception is a code flow, and all related places are linked from the message, which is the one way that GitHub shows
// them. What GitHub would refuse for its number is left out, the least important first, and told as a notification.

#include "report/formats.h"
#include "report/json_text.h"
#include "report/line_hashes.h"
#include "report/paint.h"
#include "report/site_words.h"
#include "support/text.h"
#include "support/version.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace decode_ledger::report {
namespace {

using Json = JsonValue;
using diagnostics::Diagnostic;
using diagnostics::Place;
using diagnostics::Rule;

constexpr size_t kMostResults = 25'000;
constexpr size_t kMostLocations = 1'000;
constexpr size_t kMostSteps = 10'000;
constexpr size_t kMostRuleText = 1'024;
/// Related places that the message links to; the others are listed.
constexpr size_t kMostLinks = 10;
constexpr std::string_view kBase = "%SRCROOT%";

/// Brackets are links in a message.
std::string message_text(std::string_view text) {
  std::string out;
  for (char c : shown(text)) {
    if (c == '[' || c == ']' || c == '\\')
      out += '\\';
    out += c;
  }
  return out;
}

Json text_json(std::string_view text) { return {{"text", text}}; }

// ---- rules ----

/// The lines of a page below "## `title`" up to the next heading.
std::string_view section(std::string_view page, std::string_view title) {
  std::string heading = fmt::format("\n## {}\n\n", title);
  size_t begin = page.find(heading);
  if (begin == std::string_view::npos)
    return {};
  page.remove_prefix(begin + heading.size());
  return page.substr(0, page.find("\n\n## "));
}

/// `[text](page.md)` leads nowhere outside the repository: its text alone is kept.
std::string without_links(std::string_view line) {
  std::string out;
  for (size_t open = 0; !line.empty(); line.remove_prefix(std::min(open, line.size()))) {
    open = line.find('[');
    out += line.substr(0, open);
    if (open == std::string_view::npos)
      break;
    size_t close = line.find("](", open), end = line.find(')', std::min(close, line.size()));
    if (end == std::string_view::npos) {
      out += line.substr(open);
      break;
    }
    out += line.substr(open + 1, close - open - 1);
    open = end + 1;
  }
  return out;
}

/// The page from its first section on, for the pages are our own Markdown; their examples stay as they are.
std::string help_markdown(std::string_view page) {
  size_t first = page.find("\n## ");
  std::string out;
  bool in_example = false;
  for (std::string_view rest = first == std::string_view::npos ? page : page.substr(first + 1); !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    in_example ^= line.starts_with("```");
    out += (in_example || line.starts_with("    ") ? std::string(line) : without_links(line)) + "\n";
  }
  return out;
}

std::string cut_to(std::string text, size_t most) {
  constexpr std::string_view kEllipsis = "…";
  return text.size() <= most ? text : fmt::format("{}{}", utf8_prefix(text, most - kEllipsis.size()), kEllipsis);
}

Json rule_json(Rule rule) {
  const diagnostics::RuleEntry &entry = diagnostics::rule_entry(rule);
  std::string code = diagnostics::rule_code(rule);
  std::string_view page = diagnostics::rule_page(rule);
  std::string summary = std::string(entry.summary) + ".";
  std::string what = without_links(section(page, "What it does")), why = without_links(section(page, "Why it matters"));
  std::string full = what.empty() ? summary : why.empty() ? what : what + "\n\n" + why;
  std::string_view severity =
      entry.level == diagnostics::Level::Note ? "recommendation" : diagnostics::level_name(entry.level);
  return {{"id", code},
          {"name", entry.name},
          {"shortDescription", text_json(cut_to(summary, kMostRuleText))},
          {"fullDescription", text_json(cut_to(full, kMostRuleText))},
          {"help",
           {{"text", fmt::format("{}\n\n`decode-ledger explain {}` tells more.", full, code)},
            {"markdown", help_markdown(page)}}},
          {"defaultConfiguration", {{"level", diagnostics::level_name(entry.level)}}},
          {"properties", {{"problem.severity", severity}, {"tags", {"reliability"}}}}};
}

// ---- results ----

class SarifWriter {
public:
  SarifWriter(const Analysis &analysis, const Findings &findings)
      : analysis_(analysis), findings_(findings), places_(analysis, findings),
        identities_(finding_identities(analysis, findings)) {}

  Json run() {
    std::vector<size_t> told = results_to_tell();
    number_rules(told);
    Json results = Json::array();
    for (size_t i : told)
      results.push_back(result(i));
    Json rules = Json::array();
    for (const auto &[rule, index] : rules_)
      rules.push_back(rule_json(rule));
    Json driver = {
        {"name", kToolName}, {"version", version()}, {"semanticVersion", version()}, {"rules", std::move(rules)}};
    return {
        {"tool", {{"driver", std::move(driver)}}},
        {"invocations", {{{"executionSuccessful", true}, {"toolExecutionNotifications", std::move(notifications_)}}}},
        {"originalUriBaseIds",
         {{kBase,
           {{"description", text_json("The root of the repository; without one, the folder of ledger.toml.")}}}}},
        {"columnKind", "unicodeCodePoints"},
        {"results", std::move(results)}};
  }

private:
  /// In the order of the findings.
  std::vector<size_t> results_to_tell() {
    std::vector<size_t> order = by_importance(findings_);
    if (order.size() > kMostResults) {
      notify(fmt::format("{} of {} findings are left out: GitHub takes {} results, and these are the least important.",
                         order.size() - kMostResults, order.size(), kMostResults));
      order.resize(kMostResults);
    }
    std::ranges::sort(order);
    return order;
  }

  void number_rules(const std::vector<size_t> &told) {
    for (size_t i : told)
      rules_.emplace(findings_.shown[i].rule, 0);
    size_t index = 0;
    for (auto &[rule, number] : rules_)
      number = index++;
  }

  void notify(std::string text) { notifications_.push_back({{"level", "warning"}, {"message", text_json(text)}}); }

  Json physical(const ToldPlace &place) const {
    Json region = {{"startLine", place.begin.line}};
    if (place.has_text)
      region.update(
          {{"startColumn", place.begin.column}, {"endLine", place.end.line}, {"endColumn", place.end.column}});
    return {{"artifactLocation", {{"uri", percent_encoded(place.path)}, {"uriBaseId", kBase}}},
            {"region", std::move(region)}};
  }

  Json told_location(const Place &place) {
    return {{"physicalLocation", physical(places_.at(place.range))}, {"message", text_json(message_text(place.text))}};
  }

  Json result(size_t index) {
    const Diagnostic &finding = findings_.shown[index];
    std::vector<Place> related = related_of(finding);
    Json json = {{"ruleId", diagnostics::rule_code(finding.rule)},
                 {"ruleIndex", rules_.at(finding.rule)},
                 {"level", diagnostics::level_name(finding.level)},
                 {"message", text_json(message(finding, related))},
                 {"locations", {{{"physicalLocation", physical(places_.of(finding))}}}}};
    for (size_t i = 0; i < related.size(); ++i) {
      Json location = {{"id", i + 1}};
      location.update(told_location(related[i]));
      json["relatedLocations"].push_back(std::move(location));
    }
    if (Json steps = chain(finding); !steps.empty())
      json["codeFlows"] = {{{"threadFlows", {{{"locations", std::move(steps)}}}}}};
    json["partialFingerprints"] = {{"decodeLedger/v1", identities_[index]}};
    if (std::string hash = line_hash(finding); !hash.empty())
      json["partialFingerprints"]["primaryLocationLineHash"] = hash;
    return json;
  }

  /// The chain comes first, so what is over the limit is one of many sites.
  std::vector<Place> related_of(const Diagnostic &finding) {
    std::vector<Place> related;
    for (const Place &place : finding.related)
      if (place.range.valid() && place.range != finding.range)
        related.push_back(place);
    if (related.size() >= kMostLocations) {
      size_t left_out = related.size() - (kMostLocations - 1);
      notify(fmt::format("{} of {} related places of `{}` are left out: GitHub takes {} locations a result.", left_out,
                         related.size(), shown(finding.subject), kMostLocations));
      related.resize(kMostLocations - 1);
    }
    return related;
  }

  std::string message(const Diagnostic &finding, const std::vector<Place> &related) {
    std::string out = message_text(finding.message) + ".";
    if (!finding.way.empty())
      out += "\nway: " + message_text(finding.way);
    for (const std::string &help : finding.help)
      out += "\nmend: " + message_text(help);
    for (size_t i = 0; i < std::min(related.size(), kMostLinks); ++i)
      out += fmt::format("{}[{}]({})", i == 0 ? "\nwith: " : ", ", message_text(related[i].text), i + 1);
    if (related.size() > kMostLinks)
      out += fmt::format(" and {} more", related.size() - kMostLinks);
    return out;
  }

  /// From the guard to the handler. Empty: the finding is about no exception's way.
  Json chain(const Diagnostic &finding) {
    Json steps = Json::array();
    if (finding.way.empty())
      return steps;
    for (const Place &place : finding.related) {
      if (!place.range.valid() || steps.size() == kMostSteps)
        continue;
      steps.push_back({{"location", told_location(place)}});
      if (place.range == finding.range)
        return steps;
    }
    return Json::array();
  }

  /// Empty where GitHub would see other bytes than the analysis did: its own action fills that in.
  std::string line_hash(const Diagnostic &finding) {
    if (!finding.range.valid())
      return line_hash(kLedgerHashes, findings_.ledger_text, finding.ledger.line);
    const source::SourceFile &file = analysis_.sources().file(finding.range.file);
    if (file.state != source::ReadState::Read || file.converted)
      return {};
    return line_hash(finding.range.file.value, file.text, places_.of(finding).begin.line);
  }

  std::string line_hash(uint32_t key, std::string_view text, uint32_t line) {
    auto [hashes, is_new] = hashes_.try_emplace(key);
    if (is_new)
      hashes->second = line_hashes(text);
    return 0 < line && line <= hashes->second.size() ? hashes->second[line - 1] : std::string();
  }

  static constexpr uint32_t kLedgerHashes = UINT32_MAX;

  const Analysis &analysis_;
  const Findings &findings_;
  ToldPlaces places_;
  std::vector<std::string> identities_;
  std::map<Rule, size_t> rules_;                        ///< by code, with their index
  std::map<uint32_t, std::vector<std::string>> hashes_; ///< by file
  Json notifications_ = Json::array();
};

} // namespace

std::string findings_sarif(const Analysis &analysis, const Findings &findings) {
  Json json = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}};
  json["runs"] = Json::array({SarifWriter(analysis, findings).run()});
  return written(json);
}

} // namespace decode_ledger::report
