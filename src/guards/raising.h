// What is raised: which branches always raise, the class, and the message.
#pragma once

#include "guards/paths.h"

namespace decode_ledger::guards {

/// What an exception would be that a piece of code raises.
struct Raised {
  NodeRef place;                  ///< the Raise or Assert
  package_model::ClassName fault; ///< unknown when the expression could not be resolved
  std::string message_template;   ///< {} for what is interpolated; empty: cannot be known
  NodeRef helper;                 ///< the statement here that calls a function which never returns but raises; none
                                  ///< when the raise stands here itself
};

class RaiseReader {
public:
  RaiseReader(dataflow::Query &query, PathReader &paths) : query_(query), model_(query.model()), paths_(paths) {}

  /// The raises of a block that always ends in one (none returns, breaks or falls through). Empty: it may go on.
  std::vector<Raised> raises_of(NodeRef block);
  /// The same for the statements behind `statement` in its block.
  std::vector<Raised> raises_behind(NodeRef statement);
  Raised read_raise(NodeRef raise);

private:
  bool stops_the_run(NodeRef call) const;
  bool always_raises(NodeRef statement, std::vector<Raised> &found);
  std::vector<Raised> raises_in(FileId file, NodeId first, NodeId end);
  std::string template_of(NodeRef message);
  std::string message_of(NodeRef value, const package_model::ClassName &fault);

  dataflow::Query &query_;
  const dataflow::PackageModel &model_;
  PathReader &paths_;
  unsigned depth_ = 0;
};

} // namespace decode_ledger::guards
