#include "exceptions_trace/context.h"

#include <algorithm>
#include <cctype>

namespace decode_ledger::exceptions_trace {

std::string_view last_name(std::string_view dotted) {
  size_t dot = dotted.rfind('.');
  return dot == std::string_view::npos ? dotted : dotted.substr(dot + 1);
}

std::string_view Context::name_text(NodeRef ref) const {
  NameId name = model.name(ref);
  return name.valid() ? model.text(name) : std::string_view{};
}

std::string Context::quoted(NodeRef ref) const {
  constexpr size_t kLongest = 60;
  std::string out;
  for (char c : model.source_text(ref)) {
    bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (space && (out.empty() || out.back() == ' '))
      continue;
    out += space ? ' ' : c;
  }
  if (out.size() <= kLongest)
    return out;
  size_t cut = kLongest - 3;
  while (cut > 0 && (static_cast<unsigned char>(out[cut]) & 0xC0U) == 0x80U) // never inside a code point
    --cut;
  return out.substr(0, cut) + "...";
}

uint32_t Context::line(NodeRef ref) const {
  auto found = lines_.find(ref.file);
  if (found == lines_.end())
    found = lines_.emplace(ref.file, source::LineTable(model.sources().file(ref.file).text)).first;
  return found->second.line(model.range(ref).begin);
}

std::vector<NodeRef> Context::children(NodeRef ref, Role role) const {
  std::vector<NodeRef> out;
  for (NodeId c : tree(ref).children(ref.node))
    if (tree(ref).role(c) == role)
      out.push_back({ref.file, c});
  return out;
}

std::string Context::external_callee(NodeRef call) const {
  std::string known = query.external_callee(call);
  return known.empty() ? model.dotted_name(child(call, Role::Callee)) : known;
}

NodeRef Context::argument(NodeRef call, size_t n, std::string_view keyword) const {
  NodeRef by_keyword{call.file, {}};
  size_t position = 0;
  for (NodeRef argument : children(call, Role::Argument)) {
    Kind k = kind(argument);
    if (k == Kind::Keyword) {
      if (!keyword.empty() && name_text(argument) == keyword)
        by_keyword = child(argument, Role::Value);
    } else if (k == Kind::Starred || k == Kind::DoubleStarred) {
      position += 1000; // positions behind `*args` are not known
    } else if (position++ == n) {
      return argument;
    }
  }
  return by_keyword;
}

} // namespace decode_ledger::exceptions_trace
