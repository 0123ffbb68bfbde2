// The ledger's text, made into values. The one file of this room that knows TOML.
//
// A ledger that cannot be understood is refused, and every reason is told at once: a person who mends it should not
// have to run the tool once a mistake. Only an error of TOML's own syntax stops the reading, since nothing after it can
// be trusted. What can be understood and does not hold is a finding of judge().
//
// Any bytes are taken: toml++ bounds nesting and never throws here, and each value is looked at before it is used.
// Start reading at read_ledger(). Tested by tests/unit/ledger/read_test.cc.

#include "ledger/ledger.h"

#include "knowledge/toml.h"
#include "support/text.h"
#include "support/version.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace decode_ledger::ledger {
namespace {

constexpr int64_t kSchema = 1;
constexpr auto kStatuses = std::to_array<std::string_view>({"guarded", "exempt", "todo"});
constexpr auto kCategories =
    std::to_array<std::string_view>({"sentinel-labels", "host-ids", "constant-ids", "not-a-decode", "accepted-risk"});
constexpr auto kRoles = std::to_array<std::string_view>({"token", "other"});
constexpr auto kLevels = std::to_array<std::string_view>({"off", "note", "warning", "error"});

TomlPlace place_of(const toml::source_region &region) {
  return {std::max<uint32_t>(region.begin.line, 1), std::max<uint32_t>(region.begin.column, 1)};
}

std::string_view type_name(const toml::node &node) {
  switch (node.type()) {
  case toml::node_type::none:
    return "nothing";
  case toml::node_type::table:
    return "a table";
  case toml::node_type::array:
    return "a list";
  case toml::node_type::string:
    return "a string";
  case toml::node_type::integer:
    return "a whole number";
  case toml::node_type::floating_point:
    return "a number with a fraction";
  case toml::node_type::boolean:
    return "a truth value";
  case toml::node_type::date:
    return "a date";
  case toml::node_type::time:
    return "a time";
  case toml::node_type::date_time:
    return "a date with a time";
  }
  return "something else";
}

/// "`a`, `b` or `c`".
std::string list_words(std::span<const std::string_view> words) {
  std::string out;
  for (size_t i = 0; i < words.size(); ++i)
    out += fmt::format("{}`{}`", i == 0 ? "" : i + 1 == words.size() ? " or " : ", ", words[i]);
  return out;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> words) {
  std::optional<std::string_view> nearest = nearest_word(word, words);
  // A word that is cut short is no slip of the fingers: `warn` for `warning`.
  if (auto longer = std::ranges::find_if(words, [&](std::string_view w) { return w.starts_with(word); });
      !nearest && word.size() >= 3 && longer != words.end())
    nearest = *longer;
  return nearest ? fmt::format("; did you mean `{}`?", *nearest) : std::string();
}

class Errors {
public:
  void add(TomlPlace place, std::string message) { errors_.push_back({place, std::move(message)}); }

  std::vector<LedgerError> in_order() && {
    std::ranges::stable_sort(errors_, {}, [](const LedgerError &e) { return std::pair(e.place.line, e.place.column); });
    return std::move(errors_);
  }

private:
  std::vector<LedgerError> errors_;
};

/// One table of the ledger. Each getter names a key that the table may have; finish() refuses all others.
class TableReader {
public:
  TableReader(const toml::table &table, std::string name, Errors &errors)
      : table_(table), name_(std::move(name)), errors_(errors) {}

  TomlPlace place() const { return place_of(table_.source()); }
  TomlPlace place(std::string_view key) const {
    const toml::node *node = table_.get(key);
    return node ? place_of(node->source()) : TomlPlace{};
  }
  TomlPlace place_of_key_or_table(std::string_view key) const { return has(key) ? place(key) : place(); }
  bool has(std::string_view key) const { return table_.contains(key); }

  /// Null when the key is not there.
  const toml::node *get(std::string_view key) {
    known_.push_back(key);
    return table_.get(key);
  }

  /// "" when it is not there or is no string, which is an error, as is an empty one.
  std::string text(std::string_view key) {
    std::string value = text_or_empty(key);
    const toml::node *node = table_.get(key);
    if (node && node->is_string() && value.empty())
      errors_.add(place_of(node->source()), fmt::format("`{}` in {} is empty", key, name_));
    return value;
  }

  std::string text_or_empty(std::string_view key) {
    const toml::node *node = get(key);
    if (!node)
      return {};
    if (!node->is_string()) {
      wrong_type(key, *node, "a string");
      return {};
    }
    return node->as_string()->get();
  }

  std::string required_text(std::string_view key) {
    if (!has(key))
      missing(key);
    return text(key);
  }

  /// One of `words`, "" when it is not there or is none of them.
  std::string word(std::string_view key, std::span<const std::string_view> words) {
    std::string value = text(key);
    if (value.empty() || std::ranges::find(words, value) != words.end())
      return value;
    errors_.add(place(key), fmt::format("`{}` in {} is \"{}\", expected {}{}", key, name_, value, list_words(words),
                                        did_you_mean(value, words)));
    return {};
  }

  /// `otherwise` when it is not there or is no whole number of at least `least`.
  uint32_t number(std::string_view key, uint32_t least, uint32_t otherwise) {
    const toml::node *node = get(key);
    if (!node)
      return otherwise;
    std::optional<int64_t> value;
    if (node->is_integer())
      value = node->as_integer()->get();
    if (value && *value >= least && *value <= 1'000'000)
      return static_cast<uint32_t>(*value);
    errors_.add(place_of(node->source()), fmt::format("`{}` in {} must be a whole number from {}, not {}", key, name_,
                                                      least, value ? std::to_string(*value) : type_name(*node)));
    return otherwise;
  }

  /// An argument's position or keyword, as text.
  std::string argument(std::string_view key, std::string otherwise) {
    const toml::node *node = get(key);
    if (!node)
      return otherwise;
    if (node->is_string())
      return text(key);
    if (node->is_integer())
      return std::to_string(number(key, 0, 0));
    wrong_type(key, *node, "a position such as 0 or a keyword such as \"ids\"");
    return otherwise;
  }

  /// A TOML date as "2026-11-29"; "" when it is not there.
  std::string date(std::string_view key) {
    const toml::node *node = get(key);
    if (!node)
      return {};
    if (!node->is_date()) {
      wrong_type(key, *node, "a date without quotes such as 2026-11-29");
      return {};
    }
    toml::date value = node->as_date()->get();
    return fmt::format("{:04}-{:02}-{:02}", static_cast<unsigned>(value.year), static_cast<unsigned>(value.month),
                       static_cast<unsigned>(value.day));
  }

  std::vector<std::string> texts(std::string_view key) {
    const toml::node *node = get(key);
    if (!node)
      return {};
    if (!node->is_array()) {
      wrong_type(key, *node, "a list of strings");
      return {};
    }
    std::vector<std::string> out;
    for (const toml::node &element : *node->as_array()) {
      if (element.is_string() && !element.as_string()->get().empty())
        out.push_back(element.as_string()->get());
      else
        errors_.add(place_of(element.source()),
                    fmt::format("`{}` in {} must hold strings that are not empty, not {}", key, name_,
                                element.is_string() ? "\"\"" : type_name(element)));
    }
    return out;
  }

  std::string fingerprint() {
    std::string value = text("fingerprint");
    bool is_well_formed = value.size() == 12 && value.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (value.empty() || is_well_formed)
      return value;
    errors_.add(place("fingerprint"),
                fmt::format("`fingerprint` in {} is \"{}\", expected 12 small hex digits", name_, value));
    return {};
  }

  void missing(std::string_view key) { errors_.add(place(), fmt::format("{} has no `{}`", name_, key)); }

  void wrong_type(std::string_view key, const toml::node &node, std::string_view expected) {
    errors_.add(place_of(node.source()),
                fmt::format("`{}` in {} must be {}, not {}", key, name_, expected, type_name(node)));
  }

  void finish() {
    for (const auto &[key, node] : table_)
      if (std::ranges::find(known_, key.str()) == known_.end())
        errors_.add(place_of(key.source()),
                    fmt::format("unknown key `{}` in {}{}", key.str(), name_, did_you_mean(key.str(), known_)));
  }

private:
  const toml::table &table_;
  std::string name_;
  Errors &errors_;
  std::vector<std::string_view> known_;
};

// --- requires = ">=0.1" ------------------------------------------------------------------------------------------

/// "0.1.0" as {0, 1, 0}; none when it is no version.
std::optional<std::array<uint32_t, 3>> parse_version(std::string_view text) {
  std::array<uint32_t, 3> parts{};
  size_t part = 0, digits = 0;
  for (char c : text) {
    if (c == '.') {
      if (digits == 0 || ++part == parts.size())
        return std::nullopt;
      digits = 0;
    } else if (c >= '0' && c <= '9' && ++digits <= 6) {
      parts[part] = parts[part] * 10 + static_cast<uint32_t>(c - '0');
    } else {
      return std::nullopt;
    }
  }
  return digits == 0 ? std::nullopt : std::optional(parts);
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ') || text.starts_with('\t'))
    text.remove_prefix(1);
  while (text.ends_with(' ') || text.ends_with('\t'))
    text.remove_suffix(1);
  return text;
}

/// Whether this tool satisfies one condition such as ">=0.1"; none when it is no condition.
std::optional<bool> satisfies(std::string_view condition) {
  condition = trimmed(condition);
  for (std::string_view op : {">=", "<=", "==", "!=", ">", "<"}) {
    if (!condition.starts_with(op))
      continue;
    auto wanted = parse_version(trimmed(condition.substr(op.size())));
    auto have = parse_version(version());
    if (!wanted || !have)
      return std::nullopt;
    return op == ">="   ? *have >= *wanted
           : op == "<=" ? *have <= *wanted
           : op == "==" ? *have == *wanted
           : op == "!=" ? *have != *wanted
           : op == ">"  ? *have > *wanted
                        : *have < *wanted;
  }
  return std::nullopt;
}

void check_requires(TableReader &top, Errors &errors) {
  std::string conditions = top.text("requires");
  if (conditions.empty())
    return;
  for (std::string_view rest = conditions;;) {
    size_t comma = rest.find(',');
    std::optional<bool> met = satisfies(rest.substr(0, comma));
    if (!met)
      errors.add(top.place("requires"),
                 fmt::format("`requires` is \"{}\", expected a version such as \">=0.1\"", conditions));
    else if (!*met)
      errors.add(top.place("requires"),
                 fmt::format("the ledger requires decode-ledger {}; this is {}", conditions, version()));
    if (comma == std::string_view::npos || !met || !*met)
      return;
    rest.remove_prefix(comma + 1);
  }
}

// --- The tables --------------------------------------------------------------------------------------------------

class LedgerReader {
public:
  explicit LedgerReader(Ledger &ledger, Errors &errors) : ledger_(ledger), errors_(errors) {}

  void read(const toml::table &root) {
    TableReader top(root, "the ledger", errors_);
    if (!has_our_schema(top))
      return;
    check_requires(top, errors_);
    read_table(top, "package", [&](TableReader &t) { read_package(t); });
    read_table(top, "fault", [&](TableReader &t) { read_fault(t); });
    read_tables(top, "guard", [&](TableReader &t) { read_guard(t); });
    read_tables(top, "site", [&](TableReader &t) { read_site(t); });
    read_tables(top, "handler", [&](TableReader &t) { read_handler(t); });
    read_tables(top, "decoder", [&](TableReader &t) { read_decoder(t); });
    read_rules(top);
    top.finish();
  }

private:
  // What another schema means by its keys is not known, so nothing else is told about such a ledger.
  bool has_our_schema(TableReader &top) {
    const toml::node *schema = top.get("schema");
    if (!schema) {
      errors_.add({1, 1}, fmt::format("the ledger has no `schema`, expected `schema = {}`", kSchema));
      return true;
    }
    if (!schema->is_integer()) {
      top.wrong_type("schema", *schema, fmt::format("the number {}", kSchema));
      return true;
    }
    int64_t number = schema->as_integer()->get();
    if (number != kSchema)
      errors_.add(place_of(schema->source()),
                  fmt::format("`schema` is {}; this decode-ledger reads schema {}", number, kSchema));
    return number == kSchema;
  }

  template <class Read> void read_table(TableReader &top, std::string_view key, Read read) {
    const toml::node *node = top.get(key);
    if (!node)
      return;
    if (!node->is_table())
      return top.wrong_type(key, *node, fmt::format("a table: write [{}]", key));
    TableReader reader(*node->as_table(), fmt::format("[{}]", key), errors_);
    read(reader);
    reader.finish();
  }

  template <class Read> void read_tables(TableReader &top, std::string_view key, Read read) {
    const toml::node *node = top.get(key);
    if (!node)
      return;
    std::string expected = fmt::format("a list of tables: write [[{}]]", key);
    if (!node->is_array())
      return top.wrong_type(key, *node, expected);
    for (const toml::node &element : *node->as_array()) {
      if (!element.is_table()) {
        top.wrong_type(key, element, expected);
        continue;
      }
      TableReader reader(*element.as_table(), fmt::format("[[{}]]", key), errors_);
      read(reader);
      reader.finish();
    }
  }

  void read_package(TableReader &table) {
    ledger_.roots = table.texts("roots");
    ledger_.exclude = table.texts("exclude");
    ledger_.tests = table.texts("tests");
  }

  void read_fault(TableReader &table) {
    ledger_.fault_place = table.place();
    const toml::node *type = table.get("type");
    if (!type)
      return table.missing("type");
    ledger_.fault_place = place_of(type->source());
    if (type->is_array())
      ledger_.fault_types = table.texts("type");
    else if (type->is_string())
      ledger_.fault_types = {table.text("type")};
    else
      table.wrong_type("type", *type, "a dotted class name or a list of them");
  }

  void read_guard(TableReader &table) {
    guards::GuardEntry entry;
    entry.function = table.required_text("function");
    entry.ids = table.argument("ids", entry.ids);
    entry.tokenizer = table.argument("tokenizer", entry.tokenizer);
    ledger_.guards.push_back(std::move(entry));
    ledger_.guard_places.push_back(table.place_of_key_or_table("function"));
  }

  void read_decoder(TableReader &table) {
    decode_sites::UserDecoder entry;
    entry.function = table.text("function");
    entry.method = table.text("method");
    if (table.has("function") == table.has("method"))
      errors_.add(table.place(), table.has("function") ? "[[decoder]] has `function` and `method`, expected one of them"
                                                       : "[[decoder]] has no `function` and no `method`");
    entry.ids = table.number("ids", 0, 0);
    entry.role = table.word("role", kRoles) == "other" ? decode_sites::Role::Other : decode_sites::Role::Token;
    ledger_.decoders.push_back(std::move(entry));
    ledger_.decoder_places.push_back(table.place_of_key_or_table(table.has("function") ? "function" : "method"));
  }

  template <class Entry> void read_decision(TableReader &table, Entry &entry) {
    entry.place = table.place();
    entry.reason = table.text_or_empty("reason"); // an empty one is a DL105, as a missing one is
    entry.reason_place = table.place("reason");
    entry.reviewed_by = table.text("reviewed-by");
    entry.reviewed_on = table.date("reviewed-on");
    entry.expires_on = table.date("expires-on");
    entry.expires_place = table.place("expires-on");
    entry.fingerprint = table.fingerprint();
  }

  void read_site(TableReader &table) {
    SiteEntry entry;
    entry.key.module = table.required_text("module");
    entry.key.scope = table.required_text("scope");
    entry.key.call = table.required_text("call");
    entry.key.nth = table.number("nth", 1, 0);
    if (!table.has("status"))
      table.missing("status");
    std::string status = table.word("status", kStatuses);
    entry.status = status == "guarded" ? Status::Guarded : status == "exempt" ? Status::Exempt : Status::Todo;
    entry.category = table.word("category", kCategories);
    read_decision(table, entry);
    ledger_.sites.push_back(std::move(entry));
  }

  void read_handler(TableReader &table) {
    HandlerEntry entry;
    entry.module = table.required_text("module");
    entry.scope = table.required_text("scope");
    entry.clause = table.required_text("clause");
    entry.nth = table.number("nth", 1, 0);
    read_decision(table, entry);
    ledger_.handlers.push_back(std::move(entry));
  }

  void read_rules(TableReader &top) {
    const toml::node *node = top.get("rules");
    if (!node)
      return;
    if (!node->is_table())
      return top.wrong_type("rules", *node, "a table: write [rules]");
    for (const auto &[key, level] : *node->as_table())
      read_rule(key, level);
    std::ranges::stable_sort(ledger_.rules, {}, &RuleSetting::rule);
  }

  void read_rule(const toml::key &key, const toml::node &node) {
    std::optional<diagnostics::Rule> rule = diagnostics::find_rule(key.str());
    if (!rule)
      return errors_.add(place_of(key.source()),
                         fmt::format("unknown rule `{}` in [rules], expected a code or a name{}", key.str(),
                                     did_you_mean_rule(key.str())));
    if (!node.is_string())
      return errors_.add(place_of(node.source()), fmt::format("`{}` in [rules] must be {}, not {}", key.str(),
                                                              list_words(kLevels), type_name(node)));
    const std::string &word = node.as_string()->get();
    std::optional<diagnostics::Level> level = diagnostics::find_level(word);
    if (!level)
      return errors_.add(place_of(node.source()), fmt::format("`{}` in [rules] is \"{}\", expected {}{}", key.str(),
                                                              word, list_words(kLevels), did_you_mean(word, kLevels)));
    if (!rules_set_.insert(*rule).second)
      return errors_.add(place_of(key.source()),
                         fmt::format("{} is set twice in [rules]", diagnostics::rule_code(*rule)));
    ledger_.rules.push_back({*rule, *level});
  }

  static std::string did_you_mean_rule(std::string_view word) {
    std::vector<std::string> codes;
    for (const diagnostics::RuleEntry &entry : diagnostics::rules())
      codes.push_back(diagnostics::rule_code(entry.rule));
    std::vector<std::string_view> words(codes.begin(), codes.end());
    for (const diagnostics::RuleEntry &entry : diagnostics::rules())
      words.push_back(entry.name);
    return did_you_mean(word, words);
  }

  Ledger &ledger_;
  Errors &errors_;
  std::set<diagnostics::Rule> rules_set_;
};

// toml++ begins its sentences with a capital and ends some with a full stop.
std::string syntax_error_text(std::string_view description) {
  std::string text(description);
  if (text.size() > 1 && text[0] >= 'A' && text[0] <= 'Z' && !(text[1] >= 'A' && text[1] <= 'Z'))
    text[0] = static_cast<char>(text[0] - 'A' + 'a');
  while (text.ends_with('.'))
    text.pop_back();
  return "this is no TOML: " + text;
}

/// Two branches that decide on one entry leave git's marks in the ledger. False: there are none.
bool tell_conflicts(std::string_view text, Errors &errors) {
  constexpr std::string_view kBegin = "<<<<<<< ", kEnd = ">>>>>>> ";
  uint32_t number = 0, begin = 0;
  bool has_told = false;
  for (size_t at = 0; at < text.size(); at = std::min(text.find('\n', at), text.size() - 1) + 1) {
    ++number;
    std::string_view rest = text.substr(at);
    if (rest.starts_with(kBegin))
      begin = number;
    if (!rest.starts_with(kEnd) || begin == 0)
      continue;
    errors.add({begin, 1}, fmt::format("git left a conflict in lines {} to {}: keep what is right of the two sides, "
                                       "delete the marks, and run `decode-ledger sync`",
                                       begin, number));
    has_told = true;
    begin = 0;
  }
  return has_told;
}

} // namespace

std::span<const std::string_view> categories() { return kCategories; }

ReadLedger read_ledger(std::string_view text, std::string path) {
  ReadLedger out;
  out.ledger.path = std::move(path);
  Errors errors;
  toml::parse_result parsed = toml::parse(text);
  if (parsed)
    LedgerReader(out.ledger, errors).read(parsed.table());
  else if (!tell_conflicts(text, errors))
    errors.add(place_of(parsed.error().source()), syntax_error_text(parsed.error().description()));
  out.errors = std::move(errors).in_order();
  return out;
}

} // namespace decode_ledger::ledger
