// Findings as JUnit's XML, for the test view of a CI server.
//
// That view counts passes, and follows a test over runs by its name. So each decode site that needs a verdict is a test
// case, and each rule is one for what it finds elsewhere: handlers, entries of the ledger, files. A clean run shows all of
// them passed. An error fails its test case; warnings and notes are its output. A finding is in one test case alone; a
// rule that found something at sites only has none in that run, since "passed" would not be true.

#include "report/formats.h"
#include "report/markup.h"
#include "report/paint.h"
#include "report/site_words.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace decode_ledger::report {
namespace {

using diagnostics::Diagnostic;
using diagnostics::Level;

struct TestCase {
  std::string class_name, name;
  std::string path; ///< empty: no one file
  std::vector<const Diagnostic *> findings;

  bool fails() const {
    return std::ranges::any_of(findings, [](const Diagnostic *f) { return f->level == Level::Error; });
  }
};

class JunitWriter {
public:
  JunitWriter(const Analysis &analysis, const Findings &findings)
      : analysis_(analysis), findings_(findings), places_(analysis, findings) {}

  std::string print() {
    add_sites();
    add_rules();
    size_t failures = failed(sites_) + failed(rules_);
    return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                       "<testsuites name=\"{}\" tests=\"{}\" failures=\"{}\" time=\"0\">\n{}{}</testsuites>\n",
                       kToolName, sites_.size() + rules_.size(), failures, suite("decode sites", sites_),
                       suite("rules", rules_));
  }

private:
  static size_t failed(const std::vector<TestCase> &cases) {
    return static_cast<size_t>(std::ranges::count_if(cases, &TestCase::fails));
  }

  void add_sites() {
    for (SiteId id : listed_sites(analysis_, false)) {
      const decode_sites::DecodeSite &site = analysis_.sites->sites[id.value];
      if (site.is_test || !case_of_site_.try_emplace(site.key.text(), sites_.size()).second)
        continue;
      std::string name = fmt::format("{}: {}", site.key.scope, site.key.call);
      if (site.key.nth > 1)
        name += fmt::format(" #{}", site.key.nth);
      sites_.push_back({site.key.module, name, analysis_.sources().file(site.name_range.file).path, {}});
    }
  }

  /// A rule that is switched off has no test case: it was not held against anything.
  void add_rules() {
    std::map<diagnostics::Rule, TestCase> cases;
    for (const diagnostics::RuleEntry &entry : diagnostics::rules())
      if (entry.implemented)
        cases[entry.rule] = {"rules", fmt::format("{} {}", diagnostics::rule_code(entry.rule), entry.name), {}, {}};
    for (const auto &[rule, count] : findings_.ignored)
      cases.erase(rule);
    std::set<diagnostics::Rule> told_at_sites;
    for (const Diagnostic &finding : findings_.shown)
      if (auto site = case_of_site_.find(finding.subject); site != case_of_site_.end()) {
        sites_[site->second].findings.push_back(&finding);
        told_at_sites.insert(finding.rule);
      } else {
        cases[finding.rule].findings.push_back(&finding);
      }
    for (auto &[rule, one] : cases)
      if (!one.findings.empty() || !told_at_sites.contains(rule))
        rules_.push_back(std::move(one));
  }

  std::string suite(std::string_view name, const std::vector<TestCase> &cases) {
    std::string out =
        fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\" time=\"0\">\n",
                    name, cases.size(), failed(cases));
    for (const TestCase &one : cases)
      out += element(one);
    return out + "  </testsuite>\n";
  }

  std::string element(const TestCase &one) {
    std::string out =
        fmt::format("    <testcase classname=\"{}\" name=\"{}\"", markup_text(one.class_name), markup_text(one.name));
    if (!one.path.empty())
      out += fmt::format(" file=\"{}\"", markup_text(one.path));
    out += " time=\"0\"";
    if (one.findings.empty())
      return out + "/>\n";
    return out + ">\n" + failure(one) + output(one) + "    </testcase>\n";
  }

  /// One for all errors: several readers show the first alone.
  std::string failure(const TestCase &one) {
    if (!one.fails())
      return "";
    std::string message, type, text;
    size_t errors = 0;
    for (const Diagnostic *finding : one.findings)
      if (finding->level == Level::Error) {
        if (errors++ == 0) {
          message = finding->message;
          type =
              fmt::format("{} {}", diagnostics::rule_code(finding->rule), diagnostics::rule_entry(finding->rule).name);
        }
        text += told(*finding);
      }
    if (errors > 1)
      message += fmt::format(" (and {} more)", errors - 1);
    return fmt::format("      <failure message=\"{}\" type=\"{}\">{}</failure>\n", markup_text(message), type, text);
  }

  std::string output(const TestCase &one) {
    std::string text;
    for (const Diagnostic *finding : one.findings)
      if (finding->level != Level::Error)
        text += told(*finding);
    return text.empty() ? "" : fmt::format("      <system-out>{}</system-out>\n", text);
  }

  /// As a compiler tells it, without the code.
  std::string told(const Diagnostic &finding) {
    ToldPlace place = places_.of(finding);
    std::string out = fmt::format("{}:{}:{}: {}: {}: ", markup_text(place.path), place.begin.line, place.begin.column,
                                  diagnostics::level_name(finding.level), diagnostics::rule_code(finding.rule));
    out += markup_text(finding.message) + "\n";
    if (!finding.way.empty())
      out += fmt::format("  way: {}\n", markup_text(finding.way));
    for (const std::string &help : finding.help)
      out += fmt::format("  mend: {}\n", markup_text(help));
    return out;
  }

  const Analysis &analysis_;
  const Findings &findings_;
  ToldPlaces places_;
  std::vector<TestCase> sites_, rules_;
  std::map<std::string, size_t> case_of_site_; ///< by subject
};

} // namespace

std::string findings_junit(const Analysis &analysis, const Findings &findings) {
  return JunitWriter(analysis, findings).print();
}

} // namespace decode_ledger::report
