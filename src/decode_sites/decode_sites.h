// Where do token ids become text, by what, and where do the ids come from?
//
// find_decode_sites() looks at every use of a decode name (knowledge/decode_apis.toml, [[decoder]] entries, and
// in-package wrappers found by their bodies), decides what the receiver is from evidence, strongest first, and follows
// the ids to where they were made. A candidate that is no decode site is kept too, with the evidence (`inventory
// --all`). Nothing is dropped: what nothing settles has role Unknown and is a DL107.
//
// Terms: see design glossary in docs/internals.md. Roles err towards Unknown, never towards "no decode site".
// Start reading at find_decode_sites(). Tested by tests/corpus/decode_sites/.
#pragma once

#include "dataflow/dataflow.h"
#include "diagnostics/diagnostics.h"
#include "knowledge/knowledge.h"

namespace decode_ledger::decode_sites {

enum class Role : uint8_t { Token, Bytes, Search, Media, Other, Unknown };
std::string_view role_name(Role role); ///< "token", "bytes", …

enum class Origin : uint8_t { Device, Mixed, Labels, Host, Constant, Unknown };
std::string_view origin_name(Origin origin);

enum class Shape : uint8_t {
  Call,      ///< tok.decode(ids)
  Reference, ///< map(tok.decode, xs), partial(tok.decode), decode_fn=tok.decode, d = tok.decode
  Getattr,   ///< getattr(tok, "decode")
  Alias,     ///< d(ids), where d = tok.decode: the call of a reference
  Wrapper,   ///< a call of an in-package function whose body hands its parameter on to a decode
  Opaque,    ///< decodes inside a dependency: pipeline(...)(x), llm.generate
};

/// One step of the evidence behind a role or an origin.
struct Evidence {
  SourceRange place;
  std::string text; ///< a few words: "AutoTokenizer.from_pretrained", "parameter of run, called here"
};

/// What ties ledger entries to sites; no line numbers (design: ledger, identity).
struct SiteKey {
  std::string module; ///< "asr_lab.evaluate"
  std::string scope;  ///< "Evaluator.compute_metrics", "<module>", "f.<lambda1>"
  std::string call;   ///< normalised callee text: "self.tokenizer.batch_decode"
  uint32_t nth = 1;   ///< 1-based among the same call text in the same scope
  uint32_t of = 1;    ///< how many there are; nth is left out in the ledger when 1
  auto operator<=>(const SiteKey &) const = default;
  std::string text() const; ///< "module:scope:call#nth" (without #nth when of == 1)
};

struct DecodeSite {
  NodeRef node;           ///< the Call; the Attribute or Name for a reference
  NodeRef callee;         ///< the Attribute or Name that names the method
  SourceRange name_range; ///< the method's name token: the site's place
  std::string name;       ///< "batch_decode"
  NodeRef receiver;       ///< none for plain function calls
  NodeRef ids;            ///< the ids argument; none for references whose call is not seen
  Shape shape{};
  Role role = Role::Unknown;
  std::vector<Evidence> role_evidence; ///< strongest first, then the way from there
  std::string unknown_reason;          ///< for Role::Unknown: what was looked for
  Origin origin = Origin::Unknown;
  std::vector<Evidence> origin_evidence;
  bool sentinel = false;   ///< ids may still hold -100
  FunctionId function;     ///< in whose body it stands
  FunctionId delegates_to; ///< the in-package wrapper that it calls; none otherwise
  bool is_test = false;
  SiteKey key;
  std::string fingerprint; ///< 12 hex digits

  bool is_site() const { return role == Role::Token && shape != Shape::Opaque; }
};

/// A [[decoder]] of the ledger: a decode that the tables of knowledge/ do not know.
struct UserDecoder {
  std::string function; ///< full name, or empty
  std::string method;   ///< method name for any receiver, or empty
  unsigned ids = 0;
  Role role = Role::Token; ///< Token or Other
};

struct DecodeSites {
  std::vector<DecodeSite> sites;  ///< candidates of every role, by file and place of the name
  std::vector<bool> decoder_used; ///< by UserDecoder: it matched something (DL103 otherwise)
  /// The site named by the method's name token at `range`, none when there is none.
  SiteId at(SourceRange name_range) const;
};

/// The result does not depend on the number of threads of `pool`.
DecodeSites find_decode_sites(dataflow::Query &query, const knowledge::Knowledge &knowledge,
                              const std::vector<UserDecoder> &decoders, ThreadPool &pool);

/// Fingerprint of a subtree by its normalised tokens: no layout, no comments, quotes folded. XXH3-64, high 48 bits.
/// Used for sites (with the assignments of the names in the arguments) and handlers (clause and body); design: ledger.
std::string site_fingerprint(const dataflow::PackageModel &model, NodeRef call);
std::string handler_fingerprint(const dataflow::PackageModel &model, NodeRef handler);
/// Normalised text of an expression: its tokens with single spaces where Python needs them, quotes folded.
std::string normalised_text(const dataflow::PackageModel &model, NodeRef node);
/// The same for Python text that is no part of the package: a key as somebody wrote it into the ledger.
std::string normalised_text(std::string_view source);

} // namespace decode_ledger::decode_sites
