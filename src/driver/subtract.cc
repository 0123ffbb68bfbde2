#include "driver/subtract.h"

#include "report/told.h"
#include "support/files.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>

namespace decode_ledger::driver {
namespace {

/// "module:scope:call#2" → "scope:call". The module changes with the file's name, the ordinal with the code around.
std::string without_module_and_ordinal(std::string_view subject) {
  subject = report::without_ordinal(subject);
  const size_t colon = subject.find(':');
  return std::string(colon == std::string_view::npos ? subject : subject.substr(colon + 1));
}

/// The file's name after the change.
std::string name_after(const Change &change, const std::string &path) {
  auto found = change.renamed.find(path);
  return found == change.renamed.end() ? path : found->second;
}

std::string keyed(const FoundThing &thing, const std::vector<std::string_view> &parts) {
  std::string key = diagnostics::rule_code(thing.rule);
  for (std::string_view part : parts) {
    key += '\0';
    key += part;
  }
  return key;
}

/// One of the four questions: what must be equal, on either side. Empty: the question is not asked of this one.
class Question {
public:
  virtual ~Question() = default;
  virtual std::string of_head(const FoundThing &thing) const = 0;
  virtual std::string of_base(const FoundThing &thing) const = 0;
};

class SamePlace : public Question {
public:
  explicit SamePlace(const Change &change) : change_(change) {}

  std::string of_head(const FoundThing &thing) const override {
    auto found = change_.files.find(thing.path);
    if (found == change_.files.end())
      return key(thing, thing.path, thing.line);
    const uint32_t old_line = found->second.old_line(thing.line);
    return old_line == 0 ? "" : key(thing, found->second.old_path, old_line);
  }
  std::string of_base(const FoundThing &thing) const override { return key(thing, thing.path, thing.line); }

private:
  static std::string key(const FoundThing &thing, const std::string &path, uint32_t line) {
    return keyed(thing, {path, std::to_string(line), std::to_string(thing.column)});
  }
  const Change &change_;
};

class SameSubject : public Question {
public:
  SameSubject(const Change &change, bool with_fingerprint) : change_(change), with_fingerprint_(with_fingerprint) {}

  std::string of_head(const FoundThing &thing) const override { return key(thing, thing.path); }
  std::string of_base(const FoundThing &thing) const override { return key(thing, name_after(change_, thing.path)); }

private:
  std::string key(const FoundThing &thing, const std::string &path) const {
    if (with_fingerprint_)
      return thing.fingerprint.empty() ? "" : keyed(thing, {path, thing.subject, thing.fingerprint});
    return keyed(thing, {path, thing.subject});
  }
  const Change &change_;
  bool with_fingerprint_;
};

/// A bound is reached by the package as a whole, and told where it was reached first.
class SameCode : public Question {
public:
  std::string of_head(const FoundThing &thing) const override {
    if (thing.rule == diagnostics::Rule::BoundReached)
      return keyed(thing, {});
    return thing.fingerprint.empty() ? "" : keyed(thing, {thing.fingerprint});
  }
  std::string of_base(const FoundThing &thing) const override { return of_head(thing); }
};

void ask(const Question &question, const std::vector<FoundThing> &head, const std::vector<FoundThing> &base,
         Subtraction &result) {
  std::map<std::string, std::vector<size_t>> open; // findings of the base, first ones last
  for (size_t i = base.size(); i-- > 0;)
    if (result.gone[i])
      if (std::string key = question.of_base(base[i]); !key.empty())
        open[key].push_back(i);
  for (size_t i = 0; i < head.size(); ++i) {
    if (result.known[i])
      continue;
    std::string key = question.of_head(head[i]);
    auto found = key.empty() ? open.end() : open.find(key);
    if (found == open.end() || found->second.empty())
      continue;
    result.known[i] = true;
    result.gone[found->second.back()] = false;
    found->second.pop_back();
  }
}

} // namespace

std::pair<uint32_t, uint32_t> git_line(std::string_view text, uint32_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto line = static_cast<uint32_t>(std::ranges::count(before, '\n')) + 1;
  const size_t last = before.rfind('\n');
  return {line, static_cast<uint32_t>(last == std::string_view::npos ? before.size() : before.size() - last - 1)};
}

std::string path_from_top(const Run &run, const std::string &top, const std::string &path) {
  const std::string prefix = relative_path(run.sources->base, top);
  std::string joined = prefix == "." ? path : join_path(prefix, path);
  // A root beside the ledger's folder: `sub/../other/a.py`.
  for (size_t up = joined.find("/../"); up != std::string::npos && up > 0; up = joined.find("/../")) {
    const size_t begin = joined.rfind('/', up - 1);
    const size_t from = begin == std::string::npos ? 0 : begin + 1;
    joined.erase(from, up + 4 - from);
  }
  return joined;
}

std::vector<FoundThing> found_things(const Run &run, const report::Findings &findings, const std::string &top) {
  std::vector<FoundThing> things;
  for (const diagnostics::Diagnostic &d : findings.shown) {
    FoundThing thing;
    thing.rule = d.rule;
    thing.fingerprint = d.fingerprint;
    thing.told_subject = d.subject;
    if (d.range.valid()) {
      const source::SourceFile &file = run.sources->file(d.range.file);
      thing.path = path_from_top(run, top, file.path);
      std::tie(thing.line, thing.column) = git_line(file.text, d.range.begin);
      thing.subject = without_module_and_ordinal(d.subject);
    } else {
      thing.path = path_from_top(run, top, run.ledger_shown);
      thing.line = d.ledger.line;
      thing.column = d.ledger.column;
      thing.subject = d.subject;
    }
    things.push_back(std::move(thing));
  }
  return things;
}

Subtraction subtract(const std::vector<FoundThing> &head, const std::vector<FoundThing> &base, const Change &change) {
  Subtraction result{std::vector<bool>(head.size()), std::vector<bool>(base.size(), true)};
  ask(SamePlace(change), head, base, result);
  ask(SameSubject(change, true), head, base, result);
  ask(SameSubject(change, false), head, base, result);
  ask(SameCode(), head, base, result);
  return result;
}

} // namespace decode_ledger::driver
