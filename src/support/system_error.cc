#include "support/system_error.h"

#include <system_error>

namespace decode_ledger {

std::string system_error_text(int error) {
  std::string text = std::generic_category().message(error);
  // "Is a directory" begins small, "I/O error" does not.
  if (text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'a' && text[1] <= 'z')
    text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

} // namespace decode_ledger
