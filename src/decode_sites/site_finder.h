// The insides of find_decode_sites(): roles and origins share the query, the tables and each other's answers. Only
// decode_sites' own .cc files include this.
#pragma once

#include "decode_sites/decode_sites.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <unordered_map>

namespace decode_ledger::decode_sites {

using dataflow::Definition;
using dataflow::Query;
using dataflow::Traced;
using dataflow::Value;
using package_model::PackageModel;
using parser::Kind;
using parser::SyntaxTree;
using SyntaxRole = parser::Role;

/// What is known of the ids of one expression: where parts of them come from, and by what.
struct OriginFacts {
  bool device = false, labels = false, host = false, constant = false, mixed = false;
  bool unknown = false;
  bool cut = false;               ///< not all of it was followed: the way was too long
  bool sentinel = false;          ///< some of it is labels of the kind that is padded with -100
  bool cleared = false;           ///< a sentinel was replaced, or filtered out, on the way
  bool gathered = false;          ///< collected from the devices of all processes
  bool shown = false;             ///< the key or field that was asked for was found by its name
  bool lacks = false;             ///< a display on the way has no such key: it may have been put in later
  std::vector<Evidence> evidence; ///< at most one a source
  std::set<NodeRef> parameters;   ///< parameters on the way: for wrappers

  bool is_nothing() const { return !device && !labels && !host && !constant && !mixed; }
  /// Found by its name, and nothing that was met on the way leaves the answer open.
  bool is_settled() const { return shown && !is_nothing() && (!unknown || device || mixed); }
  void add(const OriginFacts &other);
};

/// A role with what shows it.
struct RoleFacts {
  Role role = Role::Unknown;
  bool weak = false; ///< "nothing shows that it makes text of ids": yields to anything that shows something
  std::vector<Evidence> evidence;
  std::string reason; ///< for Unknown
};

/// The ids that a text is made of, and the expressions that were looked at to find them.
struct TextSources {
  std::vector<NodeRef> ids;
  std::set<NodeRef> seen;
};

inline constexpr unsigned kMaxOriginDepth = 48;

// Paths: which part of a value is meant. Steps are those of Definition::path, and keys of dicts or fields of records.

inline std::span<const int> rest(std::span<const int> path) { return path.empty() ? path : path.subspan(1); }

inline std::vector<int> with_step(int step, std::span<const int> path) {
  std::vector<int> out{step};
  out.insert(out.end(), path.begin(), path.end());
  return out;
}

/// Steps by key are numbered downwards from here, below those of Definition.
inline constexpr int kFirstKey = -1000;
inline bool is_key(std::span<const int> path) { return !path.empty() && path.front() <= kFirstKey; }
inline bool has_key(std::span<const int> path) {
  return std::ranges::any_of(path, [](int step) { return step <= kFirstKey; });
}

class SiteFinder {
public:
  SiteFinder(Query &query, const knowledge::Knowledge &knowledge, const std::vector<UserDecoder> &decoders)
      : query_(query), model_(query.model()), knowledge_(knowledge), decoders_(decoders) {}

  DecodeSites find(ThreadPool &pool);

private:
  /// Goes on with what `known` found out of the package's functions, and with no sites of its own.
  SiteFinder(Query &shard, const SiteFinder &known)
      : query_(shard), model_(known.model_), knowledge_(known.knowledge_), decoders_(known.decoders_),
        alias_ids_(known.alias_ids_), method_roles_(known.method_roles_), wrapped_(known.wrapped_) {
    result_.decoder_used = known.result_.decoder_used; // complete in `known`: every use is a candidate there
  }

  // Candidates (decode_sites.cc).
  void add_named_uses(const std::string &name);
  void add_use(NodeRef use, const std::string &name);
  void add_getattr_calls();
  void add_alias_calls();
  NodeRef held_reference(NodeRef reference);
  std::vector<NodeRef> ids_of_passed(NodeRef reference, const std::string &name);
  void add_wrapper_calls();
  void add_opaque_calls();
  bool is_parameter(NodeRef callee);
  void add_call(NodeRef call, NodeRef callee, const std::string &name, Shape shape);
  void number_keys();
  NodeRef mapped_argument(NodeRef reference) const;
  NodeRef ids_argument(NodeRef call, const std::string &name) const;
  bool is_seen(NodeRef callee) { return !seen_.insert(callee).second; }
  std::string scope_name(NodeRef ref) const;
  const UserDecoder *user_decoder(NodeRef callee, const std::string &name);

  // Roles (roles.cc).
  RoleFacts role_of(const DecodeSite &site);
  RoleFacts role_by_values(NodeRef receiver, const std::string &method);
  bool is_bytes(NodeRef literal) const;
  RoleFacts role_of_value(const Traced &value, const std::string &method);
  RoleFacts role_of_class(ClassId c, const std::string &method, NodeRef at);
  RoleFacts role_of_method(FunctionId f);
  RoleFacts role_of_callee(const dataflow::Values &values, SourceRange at);
  RoleFacts role_of_reference(NodeRef reference);
  RoleFacts role_of_owner(const std::string &member, SourceRange at) const;
  RoleFacts role_of_look(const DecodeSite &site);
  bool is_named_for_ids(FunctionId f) const;
  RoleFacts role_by_shape(const DecodeSite &site);
  RoleFacts role_by_narrowing(NodeRef receiver);
  RoleFacts role_by_name(NodeRef receiver);
  std::string viewed_name(NodeRef e) const;
  std::string last_name(NodeRef expression) const;
  std::string short_text(NodeRef r) const;
  static Role role_word(std::string_view word);

  // Wrappers (wrappers.cc).
  /// The position (self not counted) of the parameter whose ids `f` turns into the text that it returns; none: no wrapper.
  std::optional<unsigned> wrapped_parameter(FunctionId f);
  std::optional<unsigned> find_wrapped_parameter(FunctionId f);
  NodeRef wrapped_argument(NodeRef call, FunctionId f);
  std::vector<NodeRef> given_expressions(FunctionId f) const;
  void collect_text_sources(NodeRef e, TextSources &sources, unsigned depth);
  void collect_from_call(NodeRef call, TextSources &sources, unsigned depth);
  std::vector<FunctionId> called_functions(NodeRef call);
  bool is_token_call(NodeRef call, NodeRef callee, const std::string &name);
  void collect_lookup(NodeRef e, TextSources &sources, unsigned depth);
  bool is_looked_up(FileId file, NodeId name, NodeId top) const;
  std::vector<NodeRef> put_into(NodeRef use) const;
  std::optional<unsigned> text_parameter(FunctionId f);
  bool comes_from(NodeRef e, NodeRef parameter, std::set<NodeRef> &seen);

  // Origins (origins.cc).
  OriginFacts origin_of(NodeRef ids);
  /// The same without leaving `f` by its parameters: which of them do the ids come from?
  OriginFacts origin_within(NodeRef ids, FunctionId f);
  OriginFacts origin_along(NodeRef ids, std::span<const int> path, unsigned depth);
  OriginFacts origin_of_expression(NodeRef ref, std::span<const int> path, unsigned depth);
  OriginFacts origin_shown(NodeRef value, std::span<const int> below, unsigned depth);
  OriginFacts origin_of_name(NodeRef use, std::span<const int> path, unsigned depth);
  OriginFacts origin_of_dict(NodeRef dict, std::span<const int> path, unsigned depth);
  OriginFacts origin_of_attribute(NodeRef ref, std::span<const int> path, unsigned depth);
  OriginFacts origin_of_getattr(NodeRef call, std::string_view name, std::span<const int> path, unsigned depth);
  OriginFacts origin_by_field(NodeRef object, std::string_view name, NodeRef ref, std::span<const int> path,
                              unsigned depth);
  OriginFacts origin_of_subscript(NodeRef ref, std::span<const int> path, unsigned depth);
  OriginFacts origin_at_key(NodeRef object, const std::string &key, std::span<const int> path, NodeRef at,
                            unsigned depth);
  OriginFacts origin_of_record(NodeRef call, const dataflow::Values &callees, std::span<const int> path,
                               unsigned depth);
  OriginFacts origin_of_mapped(NodeRef call, bool applies, std::span<const int> path, unsigned depth);
  std::optional<unsigned> field_position(ClassId c, std::string_view field) const;
  std::vector<uint32_t> question_of(NodeRef ref, std::span<const int> path) const;
  int key_step(std::string_view key);
  bool is_at_key(std::span<const int> path, std::string_view key) const;
  OriginFacts origin_of_call(NodeRef call, std::span<const int> path, unsigned depth);
  OriginFacts origin_of_callees(NodeRef call, const dataflow::Values &callees, std::span<const int> path,
                                unsigned depth);
  OriginFacts origin_by_call_name(NodeRef call, std::string_view name, const knowledge::PatternRow &row,
                                  std::span<const int> path, unsigned depth);
  OriginFacts origin_of_parameter(NodeRef parameter, std::span<const int> path, unsigned depth);
  OriginFacts origin_given_by_mapping(FunctionId f, NodeRef parameter, std::span<const int> path, unsigned depth);
  OriginFacts origin_given_by_name(FunctionId f, NodeRef parameter, std::span<const int> path, unsigned depth);
  template <class Follow> OriginFacts origin_of_one(bool is_last, Follow follow);
  bool is_dataset(NodeRef object);
  /// The constant strings that calls with a keyword of this name pass by position, each with that keyword.
  const std::vector<std::pair<std::string, NodeRef>> &strings_beside(NameId keyword);
  OriginFacts origin_given_by_framework(FunctionId f, NodeRef parameter);
  OriginFacts origin_of_view(NodeRef call, std::string_view callee, std::span<const int> path, unsigned depth);
  OriginFacts origin_of_text(NodeRef call, unsigned depth);
  OriginFacts origin_of_yields(FunctionId f, std::span<const int> path, unsigned depth);
  OriginFacts origin_of_added(NodeRef use, std::span<const int> path, unsigned depth);
  OriginFacts origin_of_put(NodeRef container, std::span<const int> path, unsigned depth);
  NodeRef first_use_of(NodeRef parameter, FunctionId f);
  OriginFacts origin_of_filled(NodeRef passed, std::span<const int> path, unsigned depth);
  std::vector<NodeRef> values_set_before(NodeRef use, std::span<const int> path);
  NodeRef source_by_key(NodeRef key, NodeRef value);
  OriginFacts origin_along_valid(NodeRef ref, std::span<const int> path, unsigned depth);
  bool may_be_added_to(NodeRef use) const;
  const std::vector<NodeRef> &additions_to(NodeRef use);
  const std::vector<NodeRef> &find_additions(NodeRef use);
  std::span<const NodeRef> uses_in(NameId name, FunctionId f) const;
  void group_variables(NameId name, FileId file);
  std::set<ClassId> classes_of(NodeRef object);
  OriginFacts origin_by_table(std::string_view pattern_kind, std::string_view name, NodeRef at);
  bool sentinel_is_cleared(NodeRef use);
  bool is_encoded_here(NodeRef object, unsigned depth);
  bool filters_sentinel(NodeRef comprehension) const;
  bool is_sentinel_filter(NodeRef call);
  bool writes_sentinel(NodeRef call) const;
  bool has_class_receiver(NodeRef callee);
  std::string callee_text(NodeRef call);

  void settle(DecodeSite &site);
  void settle_origins(std::span<DecodeSite> sites);
  void settle_origin(DecodeSite &site);
  SourceRange range(NodeRef r) const { return model_.range(r); }
  std::string_view text(NameId n) const { return n.valid() ? model_.text(n) : std::string_view(); }
  const SyntaxTree &tree(NodeRef r) const { return model_.tree(r.file); }
  Kind kind(NodeRef r) const { return tree(r).kind(r.node); }
  NodeRef child(NodeRef r, SyntaxRole role) const { return model_.child(r, role); }
  NodeRef parent(NodeRef r) const { return {r.file, tree(r).parent(r.node)}; }
  bool is_callee(NodeRef r) const {
    return parent(r).valid() && kind(parent(r)) == Kind::Call && tree(r).role(r.node) == SyntaxRole::Callee;
  }
  std::optional<std::string> constant_string(NodeRef r) const {
    return r.valid() ? parser::string_value(tree(r), model_.sources().file(r.file).text, r.node) : std::nullopt;
  }
  NodeRef argument(NodeRef call, unsigned position) const;
  NodeRef keyword(NodeRef call, std::string_view name) const;

  Query &query_;
  const PackageModel &model_;
  const knowledge::Knowledge &knowledge_;
  const std::vector<UserDecoder> &decoders_;
  std::set<NodeRef> seen_; // callees and references that are candidates already
  DecodeSites result_;
  std::map<NodeRef, std::vector<NodeRef>>
      alias_ids_; // by the reference's node: the ids that its other names are called with
  std::unordered_map<FunctionId, RoleFacts> method_roles_;
  std::unordered_map<FunctionId, std::optional<unsigned>> wrapped_;
  std::set<FunctionId> open_functions_, open_methods_; // questions of wrapped_parameter() and role_of_method()
  size_t num_cuts_ = 0;                                // times one of them was met again
  std::set<NodeRef> open_origins_;                     // questions that are being answered
  std::unordered_map<NodeRef, const std::vector<NodeRef> *> additions_at_; // by use; the lists are those below
  std::set<std::pair<FileId, NameId>> variables_grouped_;                  // in `additions_`
  std::map<std::vector<uint32_t>, std::vector<NodeRef>> additions_; // by file, scope and name, or name and classes
  std::set<NodeRef> open_filled_;                                   // parameters whose filling is being followed
  std::vector<std::string> keys_;                                   // that steps of a path stand for
  std::unordered_map<NodeRef, NodeRef> first_uses_;                 // of parameters
  std::unordered_map<NameId, std::vector<std::pair<std::string, NodeRef>>> strings_beside_;
  std::map<std::vector<uint32_t>, OriginFacts> known_origins_; // by question_of(), where nothing was cut short
  size_t num_origin_cuts_ = 0;
  size_t origin_steps_ = 0, origin_limit_ = 0;
  struct Entered {
    FunctionId function;
    NodeRef call;
  };
  FunctionId within_;            // origin_within(): parameters of this function end the search
  std::vector<Entered> entered_; // calls whose returns are being followed, outermost first
};

} // namespace decode_ledger::decode_sites
