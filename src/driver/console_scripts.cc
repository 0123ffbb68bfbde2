// Read by shape, not by format: a word, `=`, and a dotted name with one colon, quoted or not, is an entry point in all
// three files. Anything else of that shape (a `module:attribute` of a build backend) names a function that outside code
// calls, too, so that taking it for a top of the run does no harm; one that the package does not have is ignored later.

#include "driver/console_scripts.h"

#include "support/files.h"

#include <algorithm>

namespace decode_ledger::driver {
namespace {

bool is_name_character(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_' || c == '.';
}

/// The run of name characters that ends before `end`.
std::string_view name_before(std::string_view text, size_t end) {
  size_t begin = end;
  while (begin > 0 && is_name_character(text[begin - 1]))
    --begin;
  return text.substr(begin, end - begin);
}

std::string_view name_after(std::string_view text, size_t begin) {
  size_t end = begin;
  while (end < text.size() && is_name_character(text[end]))
    ++end;
  return text.substr(begin, end - begin);
}

bool follows_an_equals_sign(std::string_view text, size_t begin) {
  while (begin > 0 &&
         (text[begin - 1] == ' ' || text[begin - 1] == '\t' || text[begin - 1] == '"' || text[begin - 1] == '\''))
    --begin;
  return begin > 0 && text[begin - 1] == '=';
}

constexpr uint64_t kLargest = 1 << 20;

template <class Read> std::vector<std::string> scripts_read_by(Read read) {
  std::string all;
  for (std::string_view name : {"pyproject.toml", "setup.cfg", "setup.py"})
    all += read(name) + "\n";
  return console_scripts_in(all);
}

} // namespace

std::vector<std::string> console_scripts_in(std::string_view text) {
  std::vector<std::string> names;
  for (size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':', colon + 1)) {
    std::string_view module = name_before(text, colon), attribute = name_after(text, colon + 1);
    if (!module.empty() && !attribute.empty() && follows_an_equals_sign(text, colon - module.size()))
      names.push_back(std::string(module) + "." + std::string(attribute));
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::vector<std::string> console_scripts(const std::string &folder) {
  return scripts_read_by([&](std::string_view name) { return read_file(join_path(folder, name), kLargest).bytes; });
}

std::vector<std::string> console_scripts(const std::string &folder, const source::FileTree &tree) {
  return scripts_read_by([&](std::string_view name) { return tree.read(join_path(folder, name), kLargest).bytes; });
}

} // namespace decode_ledger::driver
