// Which function gives a result in which form.

#include "report/formats.h"
#include "report/report.h"
#include "support/check.h"

namespace decode_ledger::report {

std::string findings_in(Format format, const Analysis &analysis, const Findings &findings, const Style &style) {
  switch (format) {
  case Format::Text:
    return findings_text(analysis, findings, style);
  case Format::Json:
    return findings_json(analysis, findings);
  case Format::Jsonl:
    return findings_jsonl(analysis, findings);
  case Format::Sarif:
    return findings_sarif(analysis, findings);
  case Format::Github:
    return findings_github(analysis, findings, !style.summary);
  case Format::Gitlab:
    return findings_gitlab(analysis, findings);
  case Format::Rdjson:
    return findings_rdjson(analysis, findings);
  case Format::Junit:
    return findings_junit(analysis, findings);
  case Format::Checkstyle:
    return findings_checkstyle(analysis, findings);
  case Format::Markdown:
    return findings_markdown(analysis, findings, kMostOfComment);
  case Format::Csv:
    return findings_csv(analysis, findings);
  default:
    break;
  }
  DL_CHECK(false);
}

std::string inventory_in(Format format, const Analysis &analysis, bool all, const Style &style) {
  switch (format) {
  case Format::Text:
    return inventory_text(analysis, all, style);
  case Format::Json:
    return inventory_json(analysis, all);
  case Format::Jsonl:
    return inventory_jsonl(analysis, all);
  case Format::Html:
    return inventory_html(analysis, all);
  case Format::Markdown:
    return inventory_markdown(analysis, all);
  case Format::Csv:
    return inventory_csv(analysis, all);
  default:
    break;
  }
  DL_CHECK(false);
}

std::string traces_in(Format format, const Analysis &analysis, const std::vector<SiteId> &sites, const Style &style) {
  switch (format) {
  case Format::Text:
    return trace_text(analysis, sites, style);
  case Format::Json:
    return trace_json(analysis, sites);
  case Format::Jsonl:
    return traces_jsonl(analysis, sites);
  case Format::Dot:
    return trace_dot(analysis, sites);
  case Format::Svg:
    return trace_svg(analysis, sites);
  default:
    break;
  }
  DL_CHECK(false);
}

} // namespace decode_ledger::report
