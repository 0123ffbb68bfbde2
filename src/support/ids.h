// Typed 4-byte ids: how results of one room refer to things in results of another.
//
// An id is an index into the vector of the room that made it. Ids of different kinds do not mix, and a default-made
// id means *none*. Ids are never printed: output order and fingerprints must not depend on them.
#pragma once

#include <cstdint>
#include <functional>

namespace decode_ledger {

template <class Tag> struct Id {
  static constexpr uint32_t kNone = 0xffffffffU;
  uint32_t value = kNone;

  constexpr Id() = default;
  constexpr explicit Id(uint32_t v) : value(v) {}
  constexpr explicit Id(size_t v) : value(static_cast<uint32_t>(v)) {}

  /// False for *none*.
  constexpr bool valid() const { return value != kNone; }
  constexpr explicit operator bool() const { return valid(); }
  constexpr auto operator<=>(const Id &) const = default;
};

/// A file of the SourceSet. A module has the same number as its file: every file gives exactly one module.
using FileId = Id<struct FileTag>;
/// A node of one file's SyntaxTree.
using NodeId = Id<struct NodeTag>;
/// An interned name: of one file before linking, of the whole package after it (package_model.h).
using NameId = Id<struct NameTag>;
/// A scope, function, class or binding of the package; numbered by file, then by place in the file.
using ScopeId = Id<struct ScopeTag>;
using FunctionId = Id<struct FunctionTag>;
using ClassId = Id<struct ClassTag>;
using BindingId = Id<struct BindingTag>;
/// An index into DecodeSites::sites.
using SiteId = Id<struct SiteTag>;

/// A syntax node of the package: the one way in which rooms after `package_model` speak of code.
struct NodeRef {
  FileId file;
  NodeId node;
  constexpr bool valid() const { return node.valid(); }
  constexpr auto operator<=>(const NodeRef &) const = default;
};

} // namespace decode_ledger

template <class Tag> struct std::hash<decode_ledger::Id<Tag>> {
  size_t operator()(decode_ledger::Id<Tag> id) const noexcept { return id.value * 0x9e3779b97f4a7c15ULL; }
};
template <> struct std::hash<decode_ledger::NodeRef> {
  size_t operator()(decode_ledger::NodeRef r) const noexcept {
    return ((uint64_t{r.file.value} << 32) | r.node.value) * 0x9e3779b97f4a7c15ULL;
  }
};
