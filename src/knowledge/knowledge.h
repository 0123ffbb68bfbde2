// What is known of libraries, read from knowledge/*.toml (compiled into the binary). Analysis lives in code, knowledge
// of libraries here; neither knows a particular user's package, class or file.
//
// Patterns are dotted names in which `*` stands for any run of characters but a dot and `**` for any run. `**.` stands
// for any number of leading parts, also none: `**.generate` matches `generate` and `model.generate`. A pattern that
// starts with a dot wants at least one part before it: `.submit` is a method of anything. Of several that match, one
// without stars decides, else the one with the most literal characters, so that tables can say "all of these but that".
//
//     transformers.*Tokenizer*.from_pretrained   transformers.LlamaTokenizerFast.from_pretrained
//     **.SentencePieceProcessor                  sentencepiece.SentencePieceProcessor, spm.SentencePieceProcessor
//     subprocess.run().stdout                    the value's `.stdout`; "()" marks a call whose result is used further
//
// Start reading at the tables in knowledge/, then load_knowledge(). Tested by tests/unit/knowledge/.
#pragma once

#include "support/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace decode_ledger::knowledge {

/// A decode API by method or function name: knowledge/decode_apis.toml.
struct DecodeApi {
  std::string name;
  unsigned ids = 0;         ///< position of the ids among the arguments (self not counted)
  std::string ids_keyword;  ///< its keyword name; may be empty
  bool tokens_only = false; ///< nothing but tokenizers has a method of this name: the name alone makes it `token`
};

/// "name matches pattern → word": roles of factories and classes, origins of calls, boundaries.
struct PatternRow {
  std::string pattern;
  std::string word; ///< empty in tables whose rows only name things (opaque)
  std::string note; ///< shown as evidence or in traces; may be empty
};

/// Rows, the most specific first, with an index by the last part of a name. Cannot be changed once made.
class PatternTable {
public:
  PatternTable() = default;
  explicit PatternTable(std::vector<PatternRow> rows);

  /// The most specific row whose pattern matches, among equals the one that came first. Null when none does.
  /// Cost: a search for each of the name's ends, and a few nanoseconds for each pattern that has stars at both ends.
  const PatternRow *find(std::string_view name) const;
  auto begin() const { return rows_.begin(); }
  auto end() const { return rows_.end(); }
  size_t size() const { return rows_.size(); }
  bool empty() const { return rows_.empty(); }

private:
  /// A row that can match only names with a certain first or last part.
  struct Keyed {
    uint64_t part_hash;
    uint32_t row;
    auto operator<=>(const Keyed &) const = default;
  };
  using Index = std::vector<Keyed>;

  uint32_t find_keyed(const Index &index, std::string_view part, std::string_view name) const;

  std::vector<PatternRow> rows_;
  Index by_last_part_, by_first_part_;
  std::vector<uint32_t> unkeyed_; // rows with a star in the first and the last part
};

/// What a boundary does with an exception of the function that it is handed: knowledge/boundaries.toml.
struct Boundary {
  std::string pattern;  ///< dotted callee: "concurrent.futures.*.submit", or ".submit" for any receiver
  std::string argument; ///< position ("0"), keyword, "*", or "callee" (`f.remote(x)`): which one is the function
  std::string effect;   ///< "passes": raised where it is called; "at-result": where the result is asked for;
                        ///< "iterated": where what the call gives is iterated; "top": a framework runs it as a top of
                        ///< the run, `note` says what it does there;
                        ///< "lost": nobody hears it; "unknown"
  std::string note;
};

struct Knowledge {
  std::vector<DecodeApi> decode_apis;
  PatternTable factories;      ///< dotted callee or class → token, bytes, search, media, other
  PatternTable receiver_names; ///< last name of a receiver expression → role (weakest evidence)
  PatternTable call_shapes;    ///< keyword or literal in the decode call itself → role
  PatternTable origins;        ///< "call:", "attribute:", "item:", "parameter:" or "name:" and a name → device,
                               ///< labels, host, constant, mixed, view, clears-sentinel
  std::vector<Boundary> boundaries;
  PatternTable library_calls; ///< what a call does with the package's objects → receiver, first-argument, instance,
                              ///< container, puts-in, iterates, looks-at
  PatternTable decorators;    ///< dotted decorator → transparent, retries, swallows, registers, entry-point
  PatternTable context_managers; ///< dotted → transparent, suppresses, raises
  PatternTable exits;            ///< dotted → exits (by SystemExit), ends (at once)
  PatternTable entry_points;     ///< decorator or base → what the framework does with an exception there
  std::unordered_map<std::string, std::string>
      builtin_bases;   ///< exception class → its base; also of well-known libraries
  PatternTable opaque; ///< callee → note

  /// None: no library that we know turns ids into text by a method or function of this name.
  const DecodeApi *find_api(std::string_view name) const;
};

/// True when `name` matches `pattern` (see above).
bool matches(std::string_view pattern, std::string_view name);
/// The row that find() gives says `word`.
inline bool says(const PatternTable &rows, std::string_view name, std::string_view word) {
  const PatternRow *row = rows.find(name);
  return row && row->word == word;
}
/// rows.find(name).
inline const PatternRow *find_row(const PatternTable &rows, std::string_view name) { return rows.find(name); }

/// Parses the embedded tables. A fault in them is a defect of ours: the Failure says table, line and what is wrong.
Result<Knowledge> load_knowledge();

} // namespace decode_ledger::knowledge
