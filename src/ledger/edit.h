// Edits of the ledger's text in place: the bytes that must change do, every other byte stays as its author wrote it.
//
// toml++ tells where each key and value stands; an edit is a splice between such places. Nothing is ever printed anew:
// comments, blank lines, the order of keys, CRLF, a byte order mark, quoting styles, inline tables and dotted keys stay.
//
//     # the labels of the loader            belongs to the entry: no blank line in between
//     [[site]]
//     module = 'asr.evaluate'  # moved?     a new module replaces the value; quotes and comment stay
//     status = "todo"                       a new key gets a line of its own, in the order of the keys
//
// Both ways of writing a list are met: tables of their own (`[[site]]`), and a list of inline tables
// (`site = [{module = "a", …}, …]`), on one line or with a line each. An entry that goes takes along the comments right
// above and below it, and the blank lines up to what follows.
//
// Start reading at apply_edits(). Tested by tests/unit/ledger/edit_test.cc and, on generated ledgers, by
// tests/ledger/layout.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace decode_ledger::ledger {

enum class EntryKind : uint8_t { Site, Handler };

/// An entry by its number in the ledger, as in Ledger::sites and Ledger::handlers.
struct EntryRef {
  EntryKind kind = EntryKind::Site;
  uint32_t index = 0;
  auto operator<=>(const EntryRef &) const = default;
};

/// A key and its value as text: `nth`, a number; `reviewed-on` and `expires-on`, dates; else a string.
struct KeyValue {
  std::string key, value;
};

struct EntryEdit {
  std::vector<KeyValue> set;                 ///< in place of the old value, or as a new key
  std::set<std::string, std::less<>> remove; ///< keys that go, with the comment in their line
  bool drop = false;                         ///< the whole entry goes; `set` and `remove` do not matter then
};

struct NewEntry {
  EntryKind kind = EntryKind::Site;
  /// Stands right behind (or before) this entry of the old text, which must be of the same kind and stay. None: at the
  /// end of the list, else of the file.
  std::optional<EntryRef> neighbour;
  bool before = false;
  std::vector<KeyValue> keys; ///< in the order in which they are written
};

/// All places are those of the old text, and all edits take effect together.
struct Edits {
  std::map<EntryRef, EntryEdit> entries;
  std::vector<NewEntry> added; ///< several at one place stand in this order

  bool empty() const { return entries.empty() && added.empty(); }
};

/// The text of the ledger after `edits`. REQUIRES: read_ledger() finds no error in `text`.
std::string apply_edits(std::string_view text, const Edits &edits);

} // namespace decode_ledger::ledger
