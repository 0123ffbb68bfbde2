// A request to a web API, by way of the `curl` program.
//
// The whole request, its secrets above all, is given to curl on its input: nothing of it is an argument that another
// user's `ps` shows. curl's own configuration file does not count. Only HTTPS is spoken, but for a server on the
// loopback. A redirect is an answer like any other and never followed, so no header goes to a host that was not named.
#pragma once

#include "support/result.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace decode_ledger {

struct HttpCall {
  std::string method;               ///< "GET"
  std::string url;                  ///< absolute
  std::vector<std::string> headers; ///< "Name: value"
  std::string body;                 ///< empty: none
};

struct HttpAnswer {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers; ///< names in small letters
  std::string body;

  /// The first of that name; empty: none.
  std::string_view header(std::string_view name) const;
};

/// Fails when no answer came: no curl, no connection, a time-out, a URL that is not spoken to. The message names the host
/// and no header.
Result<HttpAnswer> send_http(const HttpCall &call);

/// "https://api.github.com/v3" without user, query and blanks; a plain http:// for 127.0.0.1, ::1 and localhost alone.
bool is_api_url(std::string_view url);

} // namespace decode_ledger
