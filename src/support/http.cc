#include "support/http.h"

#include "support/process.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace decode_ledger {

namespace {

constexpr unsigned kSecondsToConnect = 10, kSecondsInAll = 60;
constexpr int kCurlTimeOut = 28;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string_view without_scheme(std::string_view url) {
  const size_t colon = url.find("://");
  return colon == std::string_view::npos ? std::string_view{} : url.substr(colon + 3);
}

/// "127.0.0.1" of "http://127.0.0.1:8080/api".
std::string_view host_of(std::string_view url) {
  std::string_view rest = without_scheme(url);
  rest = rest.substr(0, rest.find_first_of("/?#"));
  if (rest.starts_with('['))
    return rest.substr(0, std::min(rest.find(']') + 1, rest.size()));
  return rest.substr(0, rest.find(':'));
}

bool is_loopback(std::string_view url) {
  const std::string_view host = host_of(url);
  return host == "127.0.0.1" || host == "[::1]" || host == "localhost";
}

/// A value of curl's configuration file.
std::string quoted(std::string_view value) {
  std::string out = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string configuration_of(const HttpCall &call) {
  const bool loopback = is_loopback(call.url);
  std::string text =
      fmt::format("url = {}\nrequest = {}\nproto = {}\nconnect-timeout = {}\nmax-time = {}\n", quoted(call.url),
                  quoted(call.method), loopback ? "\"=http,https\"" : "\"=https\"", kSecondsToConnect, kSecondsInAll);
  text += "silent\nshow-error\ninclude\ngloboff\nsuppress-connect-headers\n";
  if (loopback)
    text += "noproxy = \"*\"\n";
  for (const std::string &header : call.headers)
    text += fmt::format("header = {}\n", quoted(header));
  // Without this curl waits for a server's leave to send a long body.
  text += "header = \"Expect:\"\n";
  if (!call.body.empty())
    text += "data-binary = \"@/dev/fd/3\"\n";
  return text;
}

std::string_view take_line(std::string_view &text) {
  const size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r'))
    line.remove_suffix(1);
  return line;
}

/// "HTTP/1.1 200 OK" and the headers to the empty line, cut off the front. False: that is no answer.
bool take_head(std::string_view &text, HttpAnswer &answer) {
  answer = {};
  const std::string_view first = take_line(text);
  const size_t blank = first.find(' ');
  if (!first.starts_with("HTTP/") || blank == std::string_view::npos)
    return false;
  std::from_chars(first.data() + blank + 1, first.data() + first.size(), answer.status);
  for (std::string_view line = take_line(text); !line.empty(); line = take_line(text)) {
    const size_t colon = std::min(line.find(':'), line.size());
    std::string name(line.substr(0, colon));
    std::ranges::transform(name, name.begin(), lower);
    std::string_view value = line.substr(std::min(colon + 1, line.size()));
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    answer.headers.emplace_back(std::move(name), value);
  }
  return answer.status != 0;
}

Result<HttpAnswer> read_answer(std::string_view text) {
  HttpAnswer answer;
  do {
    if (!take_head(text, answer))
      return Failure{"what came back is no HTTP"};
  } while (answer.status < 200);
  answer.body = text;
  return answer;
}

bool has_line_end(std::string_view text) { return text.find_first_of("\r\n") != std::string_view::npos; }

} // namespace

std::string_view HttpAnswer::header(std::string_view name) const {
  const auto found = std::ranges::find(headers, name, &std::pair<std::string, std::string>::first);
  return found == headers.end() ? std::string_view{} : std::string_view(found->second);
}

bool is_api_url(std::string_view url) {
  const bool is_spoken = url.starts_with("https://") || (url.starts_with("http://") && is_loopback(url));
  return is_spoken && !host_of(url).empty() && std::ranges::all_of(without_scheme(url), [](char c) {
           return ('a' <= lower(c) && lower(c) <= 'z') || ('0' <= c && c <= '9') ||
                  std::string_view("-._~:/[]%").find(c) != std::string_view::npos;
         });
}

Result<HttpAnswer> send_http(const HttpCall &call) {
  const std::string_view path = std::string_view(call.url).substr(0, call.url.find('?'));
  if (!is_api_url(path) || has_line_end(call.url) || std::ranges::any_of(call.headers, has_line_end))
    return Failure{"only https:// is spoken, or http:// to the loopback"};
  ProgramCall curl;
  curl.program = "curl";
  // -q comes first, or ~/.curlrc counts.
  curl.arguments = {"-q", "-K", "-"};
  curl.input = configuration_of(call);
  curl.more_input = call.body;
  Result<ProgramOutput> output = run_program(curl);
  if (!output)
    return Failure{fmt::format("{}; `curl` sends the review", output.message())};
  if (output.value().exit_status == kCurlTimeOut)
    return Failure{fmt::format("`{}` did not answer in time", host_of(call.url))};
  if (output.value().exit_status != 0) {
    const std::string &words = output.value().err;
    return Failure{fmt::format("`{}` cannot be asked: {}", host_of(call.url), words.substr(0, words.find('\n')))};
  }
  return read_answer(output.value().out);
}

} // namespace decode_ledger
