#pragma once

#include "report/report.h"

#include <memory>
#include <string>
#include <string_view>

namespace decode_ledger::report {

/// What a message of ours says, as HTML: `code` between backticks becomes an element.
std::string html_prose(std::string_view text);

/// "part-12": the id of a site's `<details>`; "site-12" is that of the first element inside, which links name, since a
/// browser opens the part of the page that holds what a link leads to.
std::string html_part_id(SiteId site);
std::string html_site_id(SiteId site);

/// Writes the page's part of one site: its evidence, guard, entry, and where the fault goes.
class SiteHtml {
public:
  explicit SiteHtml(const Analysis &analysis);
  ~SiteHtml();
  SiteHtml(const SiteHtml &) = delete;
  SiteHtml &operator=(const SiteHtml &) = delete;

  std::string part(SiteId site);

private:
  class Writer;
  std::unique_ptr<Writer> writer_;
};

} // namespace decode_ledger::report
