#include "driver/ratchet.h"

#include "support/files.h"
#include "support/git.h"

#include <algorithm>
#include <array>
#include <map>

namespace decode_ledger::driver {
namespace {

/// What git prints on stdout without its last line end; none when it fails or is not there.
std::optional<std::string> git_says(const std::string &folder, const std::vector<std::string> &arguments) {
  Result<ProgramOutput> output = run_git(folder, arguments);
  if (!output || output.value().exit_status != 0)
    return std::nullopt;
  std::string said = std::move(output).value().out;
  if (said.ends_with('\n'))
    said.pop_back();
  return said;
}

/// The main line's full ref name; none when there is no such branch.
std::optional<std::string> main_line(const std::string &folder) {
  constexpr std::string_view kDefault = "refs/remotes/origin/HEAD";
  constexpr std::array<std::string_view, 4> kUsual = {"refs/remotes/origin/main", "refs/remotes/origin/master",
                                                      "refs/heads/main", "refs/heads/master"};
  std::vector<std::string> arguments = {"for-each-ref", "--format=%(refname) %(symref)", std::string(kDefault)};
  arguments.insert(arguments.end(), kUsual.begin(), kUsual.end());
  std::optional<std::string> said = git_says(folder, arguments);
  if (!said)
    return std::nullopt;
  std::map<std::string, std::string, std::less<>> refs; // name to what it stands for
  for (size_t at = 0; at < said->size();) {
    size_t end = std::min(said->find('\n', at), said->size());
    size_t blank = said->find(' ', at);
    refs[said->substr(at, blank - at)] = said->substr(blank + 1, end - blank - 1);
    at = end + 1;
  }
  if (auto found = refs.find(kDefault); found != refs.end() && !found->second.empty())
    return found->second;
  for (std::string_view name : kUsual)
    if (refs.contains(name))
      return std::string(name);
  return std::nullopt;
}

std::optional<ledger::Ledger> ledger_at(const std::string &commit, const std::string &folder, std::string_view name) {
  Result<ProgramOutput> blob = run_git(folder, {"cat-file", "blob", commit + ":./" + std::string(name)});
  if (!blob || blob.value().exit_status != 0)
    return std::nullopt;
  ledger::ReadLedger read = ledger::read_ledger(blob.value().out, std::string(name));
  return read.errors.empty() ? std::optional(std::move(read.ledger)) : std::nullopt;
}

int64_t count(const ledger::Ledger &ledger, ledger::Status status) {
  return std::ranges::count(ledger.sites, status, &ledger::SiteEntry::status);
}

} // namespace

std::optional<report::Ratchet> ratchet_of(const Run &run) {
  std::string folder = parent_folder(run.ledger->path);
  std::optional<std::string> main = main_line(folder);
  if (!main)
    return std::nullopt;
  std::optional<std::string> base = git_says(folder, {"merge-base", "HEAD", *main});
  if (!base)
    return std::nullopt;
  std::optional<ledger::Ledger> then = ledger_at(*base, folder, file_name(run.ledger->path));
  if (!then)
    return std::nullopt;
  auto change = [&](ledger::Status status) { return count(*run.ledger, status) - count(*then, status); };
  return report::Ratchet{std::string(file_name(*main)), change(ledger::Status::Guarded), change(ledger::Status::Exempt),
                         change(ledger::Status::Todo)};
}

} // namespace decode_ledger::driver
