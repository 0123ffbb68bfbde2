#include "report/markup.h"

namespace decode_ledger::report {

std::string markup_text(std::string_view text) {
  std::string out;
  std::string safe = shown(text);
  for (size_t i = 0; i < safe.size(); ++i) {
    std::string_view rest = std::string_view(safe).substr(i);
    if (rest.starts_with("\xef\xbf\xbe") || rest.starts_with("\xef\xbf\xbf")) {
      out += "\xef\xbf\xbd";
      i += 2;
      continue;
    }
    switch (safe[i]) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\'':
      out += "&#39;";
      break;
    default:
      out += safe[i];
    }
  }
  return out;
}

std::string_view ink_class(Ink ink) {
  switch (ink) {
  case Ink::Plain:
  case Ink::Gutter:
    return "plain";
  case Ink::Strong:
  case Ink::Place:
    return "strong";
  case Ink::Dim:
    return "dim";
  case Ink::Error:
    return "error";
  case Ink::Warning:
    return "warning";
  case Ink::Note:
    return "note";
  case Ink::Good:
    return "good";
  }
  return "plain";
}

} // namespace decode_ledger::report
