// See edit.h. Two steps: EntryPlaces finds where the entries stand, Splicer turns each edit into splices of the old text.

#include "ledger/edit.h"

#include "ledger/toml_text.h"

#include "knowledge/toml.h"
#include "support/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace decode_ledger::ledger {
namespace {

constexpr auto kKeyOrder =
    std::to_array<std::string_view>({"module", "scope", "call", "clause", "nth", "status", "category", "reason",
                                     "reviewed-by", "reviewed-on", "expires-on", "fingerprint"});

size_t rank_of(std::string_view key) {
  return static_cast<size_t>(std::ranges::find(kKeyOrder, key) - kKeyOrder.begin());
}

std::string_view name_of(EntryKind kind) { return kind == EntryKind::Site ? "site" : "handler"; }

std::string value_text(const KeyValue &pair) {
  bool is_bare = pair.key == "nth" || pair.key == "reviewed-on" || pair.key == "expires-on";
  return is_bare ? pair.value : toml_string(pair.value);
}

/// A pair of the old text: byte offsets.
struct Pair {
  std::string key;
  size_t key_begin, value_begin, value_end;
};

struct Extent {
  size_t begin = 0, end = 0;
};

/// An entry of the old text.
struct Placed {
  bool is_inline = false;
  Extent extent;           ///< of the header `[[site]]`, or of the inline table with its braces
  std::vector<Pair> pairs; ///< in order of place

  const Pair *find(std::string_view key) const {
    auto found = std::ranges::find(pairs, key, &Pair::key);
    return found == pairs.end() ? nullptr : &*found;
  }
};

// --- Lines -------------------------------------------------------------------------------------------------------

/// The text by its lines. A line is named by the offset of its first byte.
class Lines {
public:
  explicit Lines(std::string_view text) : text_(text) {
    starts_.push_back(0);
    for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
      starts_.push_back(at + 1);
  }

  /// toml++ counts lines from 1 and columns in code points from 1, a byte order mark left out.
  size_t offset(const toml::source_position &position) const {
    size_t at = starts_[position.line - 1];
    if (at == 0 && text_.starts_with("\xef\xbb\xbf"))
      at = 3;
    for (toml::source_index column = 1; column < position.column; ++column)
      for (++at; at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0U) == 0x80U;)
        ++at;
    return at;
  }

  size_t begin(size_t at) const { return *std::prev(std::ranges::upper_bound(starts_, at)); }
  /// Behind the line feed.
  size_t end(size_t at) const {
    auto next = std::ranges::upper_bound(starts_, at);
    return next == starts_.end() ? text_.size() : *next;
  }
  /// The bytes of the line that begins at `begin`, without blanks around and without its line end.
  std::string_view content(size_t begin) const { return trimmed(text_.substr(begin, end(begin) - begin)); }

  static std::string_view trimmed(std::string_view text) {
    size_t first = text.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
  }

  bool is_blank(size_t begin) const { return content(begin).empty(); }
  bool is_comment(size_t begin) const { return content(begin).starts_with('#'); }

  /// The first line from `begin` on that is not blank, or the end of the text.
  size_t skip_blank(size_t begin) const {
    while (begin < text_.size() && is_blank(begin))
      begin = end(begin);
    return begin;
  }
  /// The first of the blank lines that end where the line `begin` begins.
  size_t skip_blank_back(size_t begin) const {
    while (begin > 0 && is_blank(this->begin(begin - 1)))
      begin = this->begin(begin - 1);
    return begin;
  }

  /// How the line around `at` ends; one that does not (the last) as the one before.
  std::string_view newline(size_t at) const {
    size_t line_feed = text_.find('\n', at);
    if (line_feed == std::string_view::npos)
      line_feed = text_.rfind('\n');
    return line_feed != std::string_view::npos && line_feed > 0 && text_[line_feed - 1] == '\r' ? "\r\n" : "\n";
  }

private:
  std::string_view text_;
  std::vector<size_t> starts_;
};

// --- Places of entries ------------------------------------------------------------------------------------------------------

class EntryPlaces {
public:
  explicit EntryPlaces(std::string_view text) : text_(text), lines_(text) {
    toml::parse_result parsed = toml::parse(text);
    DL_CHECK(static_cast<bool>(parsed));
    read_list(parsed.table(), EntryKind::Site);
    read_list(parsed.table(), EntryKind::Handler);
    look_around(parsed.table());
    std::ranges::sort(headers_);
  }

  const Lines &lines() const { return lines_; }
  const std::vector<Placed> &entries(EntryKind kind) const { return entries_[static_cast<size_t>(kind)]; }
  const Placed &entry(EntryRef ref) const { return entries(ref.kind)[ref.index]; }
  /// The brackets of `site = [ … ]`; none when the list is written in tables, or not there.
  const std::optional<Extent> &brackets(EntryKind kind) const { return brackets_[static_cast<size_t>(kind)]; }

  /// The lines of a `[[site]]`: from its own comments above to those below.
  Extent lines_of_table(const Placed &entry) const {
    size_t begin = with_comments_above(lines_.begin(entry.extent.begin));
    size_t last = entry.pairs.empty() ? entry.extent.end : entry.pairs.back().value_end;
    size_t end = lines_.end(last);
    size_t below = end;
    while (below < text_.size() && lines_.is_comment(below))
      below = lines_.end(below);
    // Comments without a blank line before the next header are that one's.
    bool is_next_ones = std::ranges::binary_search(headers_, first_byte(below));
    return {begin, is_next_ones ? end : below};
  }

  size_t with_comments_above(size_t line) const {
    while (line > 0 && is_comment(lines_.begin(line - 1)))
      line = lines_.begin(line - 1);
    return line;
  }

private:
  Extent extent(const toml::source_region &region) const {
    return {lines_.offset(region.begin), lines_.offset(region.end)};
  }

  /// Of the line's text behind its indentation.
  size_t first_byte(size_t line) const { return std::min(text_.find_first_not_of(" \t", line), text_.size()); }

  void read_list(const toml::table &root, EntryKind kind) {
    const toml::array *list = root[name_of(kind)].as_array();
    if (!list)
      return;
    if (list->empty() || list->get(0)->as_table()->is_inline())
      brackets_[static_cast<size_t>(kind)] = extent(list->source());
    for (const toml::node &element : *list)
      entries_[static_cast<size_t>(kind)].push_back(read_entry(*element.as_table()));
  }

  Placed read_entry(const toml::table &table) const {
    Placed entry{table.is_inline(), extent(table.source()), {}};
    for (const auto &[key, value] : table) {
      Extent place = extent(value.source());
      entry.pairs.push_back({std::string(key.str()), lines_.offset(key.source().begin), place.begin, place.end});
    }
    std::ranges::sort(entry.pairs, {}, &Pair::key_begin);
    return entry;
  }

  /// Notes where headers stand, and where a string ends in a later line than it begins.
  void look_around(const toml::node &node) {
    if (const toml::table *table = node.as_table()) {
      // A table that dotted keys make begins at its key.
      size_t at = lines_.offset(table->source().begin);
      if (!table->is_inline() && at < text_.size() && text_[at] == '[')
        headers_.push_back(at);
      for (const auto &[key, value] : *table)
        look_around(value);
    } else if (const toml::array *list = node.as_array()) {
      for (const toml::node &element : *list)
        look_around(element);
    } else if (node.source().begin.line != node.source().end.line) {
      ends_of_strings_.insert(lines_.begin(lines_.offset(node.source().end)));
    }
  }

  /// A string's last line may look like a comment: `# so they say"""`.
  bool is_comment(size_t line) const { return lines_.is_comment(line) && !ends_of_strings_.contains(line); }

  std::string_view text_;
  Lines lines_;
  std::array<std::vector<Placed>, 2> entries_;
  std::array<std::optional<Extent>, 2> brackets_;
  std::vector<size_t> headers_;
  std::set<size_t> ends_of_strings_; // lines
};

// --- Splices -----------------------------------------------------------------------------------------------------

class Splicer {
public:
  Splicer(std::string_view text, const Edits &edits) : text_(text), edits_(edits), places_(text) {}

  std::string run() && {
    for (const auto &[ref, edit] : edits_.entries)
      if (!edit.drop)
        change_pairs(places_.entry(ref), edit);
    drop_entries(EntryKind::Site);
    drop_entries(EntryKind::Handler);
    for (const NewEntry &added : edits_.added)
      add_entry(added);
    return spliced();
  }

private:
  /// Stands for text_[begin, end). An insertion has begin == end.
  struct Splice {
    size_t begin, end;
    std::string text;
  };

  void splice(size_t begin, size_t end, std::string text) { splices_.push_back({begin, end, std::move(text)}); }

  std::string spliced() {
    std::ranges::stable_sort(splices_, {}, &Splice::begin);
    std::string out;
    size_t at = 0;
    for (const Splice &s : splices_) {
      if (s.begin > at)
        out += text_.substr(at, s.begin - at);
      out += s.text;
      at = std::max({at, s.begin, s.end});
    }
    return out += text_.substr(std::min(at, text_.size()));
  }

  const Lines &lines() const { return places_.lines(); }

  // Keys of an entry that stays.

  void change_pairs(const Placed &entry, const EntryEdit &edit) {
    for (const KeyValue &pair : edit.set) {
      if (const Pair *old = entry.find(pair.key))
        splice(old->value_begin, old->value_end, in_the_quotes_of(*old, value_text(pair)));
      else
        add_pair(entry, edit, pair);
    }
    for (const std::string &key : edit.remove)
      remove_pair(entry, key);
  }

  /// 'literal' strings stay such where the new value can be one.
  std::string in_the_quotes_of(const Pair &old, std::string value) const {
    std::string_view before = text_.substr(old.value_begin, old.value_end - old.value_begin);
    bool was_literal = before.starts_with('\'') && !before.starts_with("'''");
    if (was_literal && value.starts_with('"') && value.find_first_of("\\'") == std::string::npos)
      return "'" + value.substr(1, value.size() - 2) + "'";
    return value;
  }

  /// Behind the last key that comes before it in the order of keys, else before the first.
  void add_pair(const Placed &entry, const EntryEdit &edit, const KeyValue &pair) {
    const Pair *before = nullptr;
    for (const Pair &old : entry.pairs)
      if (rank_of(old.key) < rank_of(pair.key) && !edit.remove.contains(old.key) &&
          (before == nullptr || rank_of(old.key) > rank_of(before->key)))
        before = &old;
    DL_CHECK(before != nullptr); // `module` stands in every entry and is never removed
    std::string text = fmt::format("{} = {}", pair.key, value_text(pair));
    if (entry.is_inline)
      return splice(before->value_end, before->value_end, ", " + text);
    size_t line = lines().begin(before->key_begin);
    std::string indentation(text_.substr(line, before->key_begin - line));
    insert_line(before->value_end, indentation + text);
  }

  /// A line of its own below the one around `at`.
  void insert_line(size_t at, const std::string &line) {
    size_t below = lines().end(at);
    bool is_ended = below > 0 && text_[below - 1] == '\n';
    std::string newline(lines().newline(at));
    splice(below, below, is_ended ? line + newline : newline + line);
  }

  void remove_pair(const Placed &entry, std::string_view key) {
    const Pair *pair = entry.find(key);
    if (pair == nullptr)
      return;
    if (!entry.is_inline)
      return splice(lines().begin(pair->key_begin), lines().end(pair->value_end), "");
    size_t index = static_cast<size_t>(pair - entry.pairs.data());
    if (index > 0)
      splice(entry.pairs[index - 1].value_end, pair->value_end, "");
    else
      splice(pair->key_begin, entry.pairs.size() > 1 ? entry.pairs[1].key_begin : pair->value_end, "");
  }

  // Entries that go.

  bool is_dropped(EntryRef ref) const {
    auto found = edits_.entries.find(ref);
    return found != edits_.entries.end() && found->second.drop;
  }

  void drop_entries(EntryKind kind) {
    const std::vector<Placed> &entries = places_.entries(kind);
    std::vector<Extent> tables;
    for (uint32_t i = 0; i < entries.size(); ++i) {
      if (!is_dropped({kind, i}))
        continue;
      if (entries[i].is_inline)
        drop_inline(entries, i);
      else
        tables.push_back(places_.lines_of_table(entries[i]));
    }
    drop_tables(std::move(tables));
  }

  // Tables that go in a row go as one: else the blank lines between them would be left at the end of the file.
  void drop_tables(std::vector<Extent> tables) {
    std::ranges::sort(tables, {}, &Extent::begin);
    for (size_t first = 0, next = 0; first < tables.size(); first = next) {
      size_t end = lines().skip_blank(tables[first].end);
      for (next = first + 1; next < tables.size() && tables[next].begin == end; ++next)
        end = lines().skip_blank(tables[next].end);
      bool is_last = end == text_.size();
      splice(is_last ? lines().skip_blank_back(tables[first].begin) : tables[first].begin, end, "");
    }
  }

  /// Offset behind the comma that follows an inline entry; none when the list ends first.
  std::optional<size_t> comma_behind(const Placed &entry) const {
    size_t at = text_.find_first_not_of(" \t", entry.extent.end);
    return at != std::string_view::npos && text_[at] == ',' ? std::optional(at + 1) : std::nullopt;
  }

  /// Nothing but blanks, a comma and a comment shares the lines of the inline entry.
  bool has_own_line(const Placed &entry) const {
    size_t begin = lines().begin(entry.extent.begin);
    if (!Lines::trimmed(text_.substr(begin, entry.extent.begin - begin)).empty())
      return false;
    size_t behind = comma_behind(entry).value_or(entry.extent.end);
    std::string_view rest = Lines::trimmed(text_.substr(behind, lines().end(entry.extent.end) - behind));
    return rest.empty() || rest.starts_with('#');
  }

  void drop_inline(const std::vector<Placed> &entries, uint32_t index) {
    const Placed &entry = entries[index];
    if (has_own_line(entry))
      return splice(places_.with_comments_above(lines().begin(entry.extent.begin)), lines().end(entry.extent.end), "");
    size_t end = comma_behind(entry).value_or(entry.extent.end);
    while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t'))
      ++end;
    splice(entry.extent.begin, end, "");
  }

  // Entries that come.

  void add_entry(const NewEntry &added) {
    if (!added.neighbour)
      return places_.brackets(added.kind) ? append_inline(added) : append_table(added);
    const Placed &neighbour = places_.entry(*added.neighbour);
    if (!neighbour.is_inline)
      return add_table(neighbour, added);
    if (has_own_line(neighbour))
      return add_inline_line(neighbour, added);
    if (added.before)
      splice(neighbour.extent.begin, neighbour.extent.begin, inline_text(added) + ", ");
    else
      splice(neighbour.extent.end, neighbour.extent.end, ", " + inline_text(added));
  }

  static std::string table_text(const NewEntry &added, std::string_view newline) {
    std::string text = fmt::format("[[{}]]{}", name_of(added.kind), newline);
    for (const KeyValue &pair : added.keys)
      text += fmt::format("{} = {}{}", pair.key, value_text(pair), newline);
    return text;
  }

  static std::string inline_text(const NewEntry &added) {
    std::string text;
    for (const KeyValue &pair : added.keys)
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", pair.key, value_text(pair));
    return "{" + text + "}";
  }

  void add_table(const Placed &neighbour, const NewEntry &added) {
    Extent extent = places_.lines_of_table(neighbour);
    std::string newline(lines().newline(neighbour.extent.begin));
    std::string text = table_text(added, newline);
    if (added.before)
      return splice(extent.begin, extent.begin, text + newline);
    // In a ledger that is written without blank lines they are not wanted here either.
    bool is_dense = extent.end < text_.size() && !lines().is_blank(extent.end);
    splice(extent.end, extent.end, ended(extent.end, newline) + (is_dense ? "" : newline) + text);
  }

  void append_table(const NewEntry &added) {
    std::string newline(lines().newline(0));
    bool is_apart = !has_appended_ && (text_.empty() || lines().is_blank(lines().begin(text_.size() - 1)));
    has_appended_ = true;
    splice(text_.size(), text_.size(),
           ended(text_.size(), newline) + (is_apart ? "" : newline) + table_text(added, newline));
  }

  /// What ends the last line of a file that does not end it, once.
  std::string ended(size_t at, const std::string &newline) {
    bool is_open = at == text_.size() && !is_ended_;
    is_ended_ = is_ended_ || is_open;
    return is_open ? newline : "";
  }

  void add_inline_line(const Placed &neighbour, const NewEntry &added) {
    size_t line = lines().begin(neighbour.extent.begin);
    std::string indentation(text_.substr(line, neighbour.extent.begin - line));
    std::string text = indentation + inline_text(added) + ",";
    if (added.before) {
      size_t above = places_.with_comments_above(line);
      return splice(above, above, text + std::string(lines().newline(neighbour.extent.begin)));
    }
    // The list's last entry may have no comma yet. Of several new ones behind it, the first call gives it one.
    bool has_comma = comma_behind(neighbour).has_value() ||
                     std::ranges::any_of(splices_, [&](const Splice &s) { return s.begin == neighbour.extent.end; });
    if (!has_comma)
      splice(neighbour.extent.end, neighbour.extent.end, ",");
    insert_line(neighbour.extent.end, text);
  }

  // Nothing is kept in the list: before its closing bracket, whatever stands there.
  void append_inline(const NewEntry &added) {
    size_t bracket = places_.brackets(added.kind)->end - 1;
    splice(bracket, bracket, inline_text(added) + ", ");
  }

  std::string_view text_;
  const Edits &edits_;
  EntryPlaces places_;
  std::vector<Splice> splices_;
  bool is_ended_ = text_.empty() || text_.ends_with('\n');
  bool has_appended_ = false;
};

} // namespace

std::string apply_edits(std::string_view text, const Edits &edits) {
  return edits.empty() ? std::string(text) : Splicer(text, edits).run();
}

} // namespace decode_ledger::ledger
