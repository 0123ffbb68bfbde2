// Reads the tables and matches names against their patterns. The one file of this room that knows TOML.
//
// A table that is not there is empty. Anything in one that we do not understand is refused: a misspelt word would
// otherwise turn a fact off in silence. The first fault is told, since only we can make one.
// Start reading at load_knowledge(). Tested by tests/unit/knowledge/.

#include "knowledge/knowledge.h"

#include "knowledge/toml.h"
#include "support/embedded.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <span>
#include <tuple>

namespace decode_ledger::knowledge {
namespace {

using Words = std::span<const std::string_view>;

constexpr auto kRoles = std::to_array<std::string_view>({"token", "bytes", "search", "media", "other"});
constexpr auto kOrigins =
    std::to_array<std::string_view>({"device", "labels", "host", "constant", "mixed", "view", "clears-sentinel"});
constexpr auto kEffects =
    std::to_array<std::string_view>({"passes", "at-result", "iterated", "top", "lost", "unknown"});
constexpr auto kDecorators = std::to_array<std::string_view>(
    {"transparent", "retries", "swallows", "registers", "entry-point", "classes", "other-classes", "no-exception"});
constexpr auto kContextManagers = std::to_array<std::string_view>({"transparent", "suppresses", "raises"});
constexpr auto kExits = std::to_array<std::string_view>({"exits", "ends"});
constexpr auto kLibraryCalls = std::to_array<std::string_view>(
    {"receiver", "first-argument", "instance", "container", "puts-in", "iterates", "looks-at"});

/// Reads the tables of one file. The first fault is kept; after it nothing that is read counts.
class TableReader {
public:
  TableReader(std::string_view file, std::string &fault) : file_(file), fault_(fault) {}

  /// Calls `read(name, table)` for each `[[name]]`. Anything else at the top of the file is a fault.
  template <class Read> void for_each_table(const toml::table &root, Read read) {
    for (const auto &[key, value] : root) {
      const toml::array *tables = value.as_array();
      if (!tables)
        return fail(value, fmt::format("`{}` is not a list of tables", key.str()));
      for (const toml::node &item : *tables) {
        if (!item.is_table())
          return fail(item, "is not a table");
        read(key.str(), *item.as_table());
        if (!fault_.empty())
          return;
      }
    }
  }

  /// The same where the file holds `[[name]]` alone.
  template <class Read> void for_each_table(const toml::table &root, std::string_view name, Read read) {
    for_each_table(root, [&](std::string_view found, const toml::table &table) {
      if (found == name)
        read(table);
      else
        fail(table, fmt::format("unknown table `{}`; this file holds `[[{}]]`", found, name));
    });
  }

  void allow_only(const toml::table &table, std::initializer_list<std::string_view> keys) {
    for (const auto &[key, value] : table)
      if (std::find(keys.begin(), keys.end(), key.str()) == keys.end())
        fail(value, fmt::format("unknown key `{}`", key.str()));
  }

  std::string text(const toml::table &table, std::string_view key) {
    std::string value = optional_text(table, key);
    if (value.empty())
      fail(table, fmt::format("`{}` is missing or empty", key));
    return value;
  }

  std::string optional_text(const toml::table &table, std::string_view key) {
    const toml::node *node = table.get(key);
    if (!node)
      return {};
    const auto *value = node->as_string();
    if (!value) {
      fail(*node, fmt::format("`{}` is not a string", key));
      return {};
    }
    return value->get();
  }

  std::string word(const toml::table &table, std::string_view key, Words allowed) {
    std::string value = text(table, key);
    if (std::find(allowed.begin(), allowed.end(), value) == allowed.end())
      fail(*table.get(key), fmt::format("`{}` is none of {}", value, fmt::join(allowed, ", ")));
    return value;
  }

  bool truth(const toml::table &table, std::string_view key) {
    const toml::node *node = table.get(key);
    if (node && !node->is_boolean())
      fail(*node, fmt::format("`{}` is neither true nor false", key));
    return node && node->value_or(false);
  }

  unsigned position(const toml::table &table, std::string_view key) {
    const toml::node *node = table.get(key);
    const int64_t value = node ? node->value_or(int64_t{-1}) : 0;
    if (value < 0 || value > 9)
      fail(*node, fmt::format("`{}` is not a position from 0 to 9", key));
    return static_cast<unsigned>(value);
  }

  void fail(const toml::node &node, std::string_view what) {
    if (fault_.empty())
      fault_ = fmt::format("knowledge/{}:{}: {}", file_, node.source().begin.line, what);
  }

private:
  std::string_view file_;
  std::string &fault_;
};

/// Literal characters that say something: the dot of `**.` says nothing that the stars do not.
size_t num_literals(std::string_view pattern) {
  size_t count = 0;
  for (size_t i = 0; i < pattern.size(); ++i)
    count += pattern[i] != '*' && !(pattern[i] == '.' && i >= 2 && pattern.substr(i - 2, 2) == "**");
  return count;
}

/// The order in which rows are tried: those without a star, then the most literal characters, then the later star.
template <class Row> void sort_by_specificity(std::vector<Row> &rows) {
  struct Key {
    bool starless;
    size_t literals, star, row;
  };
  std::vector<Key> keys;
  keys.reserve(rows.size());
  for (const Row &row : rows) {
    const size_t star = row.pattern.find('*');
    keys.push_back(
        {star == std::string::npos && !row.pattern.starts_with('.'), num_literals(row.pattern), star, keys.size()});
  }
  std::sort(keys.begin(), keys.end(), [](const Key &a, const Key &b) {
    return std::tuple(b.starless, b.literals, b.star, a.row) < std::tuple(a.starless, a.literals, a.star, b.row);
  });
  std::vector<Row> sorted;
  sorted.reserve(rows.size());
  for (const Key &key : keys)
    sorted.push_back(std::move(rows[key.row]));
  rows = std::move(sorted);
}

enum class WordIs : uint8_t { OneOf, Any, Absent };

/// A file of `[[row]]` tables.
struct RowTable {
  std::string_view file;
  PatternTable Knowledge::*rows;
  WordIs word_is;
  Words words;
};

constexpr auto kRowTables = std::to_array<RowTable>({
    {"call_shapes.toml", &Knowledge::call_shapes, WordIs::OneOf, kRoles},
    {"context_managers.toml", &Knowledge::context_managers, WordIs::OneOf, kContextManagers},
    {"decorators.toml", &Knowledge::decorators, WordIs::OneOf, kDecorators},
    {"entry_points.toml", &Knowledge::entry_points, WordIs::Any, {}},
    {"exits.toml", &Knowledge::exits, WordIs::OneOf, kExits},
    {"factories.toml", &Knowledge::factories, WordIs::OneOf, kRoles},
    {"library_calls.toml", &Knowledge::library_calls, WordIs::OneOf, kLibraryCalls},
    {"opaque.toml", &Knowledge::opaque, WordIs::Absent, {}},
    {"origins.toml", &Knowledge::origins, WordIs::OneOf, kOrigins},
    {"receiver_names.toml", &Knowledge::receiver_names, WordIs::OneOf, kRoles},
});

class RowReader {
public:
  RowReader(TableReader &reader, const RowTable &target) : reader_(reader), target_(target) {}

  /// `[[row]]`: one pattern.
  void read_row(const toml::table &table) {
    PatternRow row = read_meaning(table, "pattern");
    row.pattern = reader_.text(table, "pattern");
    rows_.push_back(std::move(row));
  }

  /// `[[group]]`: patterns that mean the same.
  void read_group(const toml::table &table) {
    const PatternRow meaning = read_meaning(table, "patterns");
    const toml::node *patterns = table.get("patterns");
    if (!patterns || !patterns->is_array())
      return reader_.fail(table, "`patterns` is missing, or no list");
    for (const toml::node &pattern : *patterns->as_array()) {
      const auto *text = pattern.as_string();
      if (!text || text->get().empty())
        return reader_.fail(pattern, "a pattern is no string, or empty");
      rows_.push_back({text->get(), meaning.word, meaning.note});
    }
  }

  PatternTable take() { return PatternTable(std::move(rows_)); }

private:
  PatternRow read_meaning(const toml::table &table, std::string_view what_else) {
    PatternRow row;
    if (target_.word_is == WordIs::Absent) {
      reader_.allow_only(table, {what_else, "note"});
    } else {
      reader_.allow_only(table, {what_else, "word", "note"});
      row.word =
          target_.word_is == WordIs::Any ? reader_.text(table, "word") : reader_.word(table, "word", target_.words);
    }
    row.note = reader_.optional_text(table, "note");
    return row;
  }

  TableReader &reader_;
  const RowTable &target_;
  std::vector<PatternRow> rows_;
};

void read_rows(TableReader &reader, const toml::table &root, const RowTable &target, Knowledge &knowledge) {
  RowReader rows(reader, target);
  reader.for_each_table(root, [&](std::string_view name, const toml::table &table) {
    if (name == "row")
      rows.read_row(table);
    else if (name == "group")
      rows.read_group(table);
    else
      reader.fail(table, fmt::format("unknown table `{}`; this file holds `[[row]]` and `[[group]]`", name));
  });
  knowledge.*target.rows = rows.take();
}

void read_decode_apis(TableReader &reader, const toml::table &root, std::vector<DecodeApi> &apis) {
  reader.for_each_table(root, "api", [&](const toml::table &table) {
    reader.allow_only(table, {"name", "ids", "keyword", "tokens-only"});
    DecodeApi api;
    api.name = reader.text(table, "name");
    api.ids = reader.position(table, "ids");
    api.ids_keyword = reader.optional_text(table, "keyword");
    api.tokens_only = reader.truth(table, "tokens-only");
    apis.push_back(std::move(api));
  });
  std::sort(apis.begin(), apis.end(), [](const DecodeApi &a, const DecodeApi &b) { return a.name < b.name; });
}

void read_boundaries(TableReader &reader, const toml::table &root, std::vector<Boundary> &boundaries) {
  reader.for_each_table(root, "boundary", [&](const toml::table &table) {
    reader.allow_only(table, {"pattern", "argument", "effect", "note"});
    Boundary boundary;
    boundary.pattern = reader.text(table, "pattern");
    boundary.argument = reader.text(table, "argument");
    boundary.effect = reader.word(table, "effect", kEffects);
    boundary.note = reader.optional_text(table, "note");
    boundaries.push_back(std::move(boundary));
  });
  sort_by_specificity(boundaries);
}

void read_exceptions(TableReader &reader, const toml::table &root,
                     std::unordered_map<std::string, std::string> &bases) {
  reader.for_each_table(root, "exception", [&](const toml::table &table) {
    reader.allow_only(table, {"name", "base"});
    std::string name = reader.text(table, "name");
    // BaseException has no base that a handler could name.
    if (!bases.emplace(std::move(name), reader.optional_text(table, "base")).second)
      reader.fail(table, "the exception is already there");
  });
}

void read_file(const EmbeddedFile &file, Knowledge &knowledge, std::string &fault) {
  const toml::parse_result parsed = toml::parse(file.text);
  if (!parsed) {
    fault =
        fmt::format("knowledge/{}:{}: {}", file.name, parsed.error().source().begin.line, parsed.error().description());
    return;
  }
  TableReader reader(file.name, fault);
  const toml::table &root = parsed.table();
  if (file.name == "decode_apis.toml")
    return read_decode_apis(reader, root, knowledge.decode_apis);
  if (file.name == "boundaries.toml")
    return read_boundaries(reader, root, knowledge.boundaries);
  if (file.name == "exceptions.toml")
    return read_exceptions(reader, root, knowledge.builtin_bases);
  const auto target = std::find_if(kRowTables.begin(), kRowTables.end(),
                                   [&](const RowTable &table) { return table.file == file.name; });
  if (target == kRowTables.end())
    fault = fmt::format("knowledge/{}:1: nothing reads this file", file.name);
  else
    read_rows(reader, root, *target, knowledge);
}

/// Where matching goes on after the last `*` or `**` that was met: a wildcard that took too little is given one
/// character more. Only the last wildcard of each kind needs it: an earlier one could gain nothing that it lacks.
struct Retry {
  size_t pattern = std::string_view::npos, name = 0;
  bool possible() const { return pattern != std::string_view::npos; }
};

bool matches_plain(std::string_view pattern, std::string_view name) {
  Retry star, double_star;
  size_t p = 0, n = 0;
  while (n < name.size() || p < pattern.size()) {
    if (pattern.substr(p, 2) == "**") {
      double_star = {p += 2, n};
      star = {};
      // `**.` also stands for no part at all.
      if (p < pattern.size() && pattern[p] == '.' && (n == 0 || name[n - 1] == '.' || name[n - 1] == ':') &&
          matches_plain(pattern.substr(p + 1), name.substr(n)))
        return true;
      continue;
    }
    if (p < pattern.size() && pattern[p] == '*') {
      star = {++p, n};
      continue;
    }
    if (n < name.size() && p < pattern.size() && pattern[p] == name[n]) {
      ++p, ++n;
      continue;
    }
    if (star.possible() && star.name < name.size() && name[star.name] != '.') {
      p = star.pattern, n = ++star.name;
      continue;
    }
    if (double_star.possible() && double_star.name < name.size()) {
      p = double_star.pattern, n = ++double_star.name;
      star = {};
      continue;
    }
    return false;
  }
  return true;
}

constexpr uint32_t kNoRow = UINT32_MAX;

/// What stands behind the last dot or colon, and before the first.
std::string_view last_part(std::string_view name) { return name.substr(name.find_last_of(".:") + 1); }
std::string_view first_part(std::string_view name) { return name.substr(0, name.find_first_of(".:")); }
bool is_literal(std::string_view part) { return !part.empty() && part.find('*') == part.npos; }
uint64_t hash_of(std::string_view part) { return std::hash<std::string_view>{}(part); }

/// Refuses most names at the cost of one character.
bool may_match(std::string_view pattern, std::string_view name) {
  return !pattern.empty() && (pattern.back() == '*' || (!name.empty() && pattern.back() == name.back()));
}

} // namespace

bool matches(std::string_view pattern, std::string_view name) {
  if (!may_match(pattern, name))
    return pattern.empty() && name.empty();
  if (pattern.front() == '.')
    return name.ends_with(pattern) ||
           (pattern.find('*') != pattern.npos && matches_plain("**" + std::string(pattern), name));
  return matches_plain(pattern, name);
}

PatternTable::PatternTable(std::vector<PatternRow> rows) : rows_(std::move(rows)) {
  sort_by_specificity(rows_);
  for (uint32_t row = 0; row < rows_.size(); ++row) {
    const std::string_view pattern = rows_[row].pattern;
    if (const std::string_view last = last_part(pattern); is_literal(last))
      by_last_part_.push_back({hash_of(last), row});
    else if (const std::string_view first = first_part(pattern); is_literal(first) && first.size() < pattern.size())
      by_first_part_.push_back({hash_of(first), row});
    else
      unkeyed_.push_back(row);
  }
  std::sort(by_last_part_.begin(), by_last_part_.end());
  std::sort(by_first_part_.begin(), by_first_part_.end());
}

uint32_t PatternTable::find_keyed(const Index &index, std::string_view part, std::string_view name) const {
  const uint64_t hash = hash_of(part);
  for (auto it = std::lower_bound(index.begin(), index.end(), Keyed{hash, 0}); it != index.end(); ++it) {
    if (it->part_hash != hash)
      break;
    if (matches(rows_[it->row].pattern, name))
      return it->row;
  }
  return kNoRow;
}

const PatternRow *PatternTable::find(std::string_view name) const {
  uint32_t best =
      std::min(find_keyed(by_last_part_, last_part(name), name), find_keyed(by_first_part_, first_part(name), name));
  for (const uint32_t row : unkeyed_) {
    if (row >= best)
      break;
    if (matches(rows_[row].pattern, name)) {
      best = row;
      break;
    }
  }
  return best == kNoRow ? nullptr : &rows_[best];
}

const DecodeApi *Knowledge::find_api(std::string_view name) const {
  const auto found = std::lower_bound(decode_apis.begin(), decode_apis.end(), name,
                                      [](const DecodeApi &api, std::string_view wanted) { return api.name < wanted; });
  return found != decode_apis.end() && found->name == name ? &*found : nullptr;
}

Result<Knowledge> load_knowledge() {
  Knowledge knowledge;
  for (const EmbeddedFile &file : embedded_knowledge()) {
    std::string fault;
    read_file(file, knowledge, fault);
    if (!fault.empty())
      return Failure{std::move(fault)};
  }
  return knowledge;
}

} // namespace decode_ledger::knowledge
