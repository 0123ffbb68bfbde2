#include "driver/find_ledger.h"

#include "support/files.h"
#include "support/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace decode_ledger::driver {
namespace {

constexpr std::string_view kLedgerName = "ledger.toml";

std::string nearest_ledger() {
  for (std::string folder = working_folder();; folder = parent_folder(folder)) {
    std::string candidate = join_path(folder, kLedgerName);
    if (path_kind(candidate) == PathKind::File)
      return candidate;
    if (folder == "/" || folder == "." || folder.empty())
      return {};
  }
}

/// Paths that are not there count as inside: discover() says what is wrong with them.
bool is_inside(const std::string &path, const std::string &folder) {
  Result<std::string> canonical = canonical_path(path);
  return !canonical || is_at_or_below(canonical.value(), folder) || is_at_or_below(folder, canonical.value());
}

Failure cannot_read(const std::string &path, const FileContents &contents) {
  switch (contents.state) {
  case FileContents::State::Missing:
    return {fmt::format("error: there is no ledger at `{}`\n", escape_for_terminal(path))};
  case FileContents::State::Folder:
    return {fmt::format("error: the ledger `{}` is a folder\n", escape_for_terminal(path))};
  default:
    return {fmt::format("error: cannot read the ledger `{}`: {}\n", escape_for_terminal(path),
                        contents.problem.empty() ? "it is no regular file" : contents.problem)};
  }
}

} // namespace

std::string shown_path(const std::string &path) {
  Result<std::string> here = canonical_path(".");
  return escape_for_terminal(here && is_at_or_below(path, here.value()) ? relative_path(path, here.value()) : path);
}

Result<FoundLedger> find_ledger(const Options &options) {
  std::string path = options.ledger.empty() ? nearest_ledger() : options.ledger;
  if (path.empty())
    return FoundLedger{};
  Result<std::string> canonical = canonical_path(path);
  if (!canonical)
    return Failure{fmt::format("error: there is no ledger at `{}`\n", escape_for_terminal(path))};
  Result<std::string> named = canonical_location(path);
  FoundLedger found{canonical.value(), named ? named.value() : canonical.value(), parent_folder(canonical.value()), {}};
  if (!options.ledger.empty() || options.paths.empty())
    return found;
  if (std::ranges::any_of(options.paths, [&](const std::string &p) { return is_inside(p, found.folder); }))
    return found;
  return FoundLedger{
      {},
      {},
      {},
      fmt::format("`{}` is left aside: what is named lies outside its folder (`--ledger` names a ledger)",
                  shown_path(found.path))};
}

Result<LoadedLedger> load_ledger(const FoundLedger &found) {
  FileContents contents = read_file(found.path);
  if (contents.state != FileContents::State::Read)
    return cannot_read(found.path, contents);
  ledger::ReadLedger read = ledger::read_ledger(contents.bytes, found.path);
  if (read.errors.empty())
    return LoadedLedger{std::move(read.ledger), std::move(contents.bytes)};
  std::string lines;
  for (const ledger::LedgerError &error : read.errors)
    lines += fmt::format("{}:{}:{}: error: {}\n", shown_path(found.path), error.place.line, error.place.column,
                         escape_for_terminal(error.message));
  return Failure{lines};
}

} // namespace decode_ledger::driver
