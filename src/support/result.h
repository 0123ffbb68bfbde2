// Result<T>: a value, or a message that says why there is none. For what the outside world can refuse (files, the
// ledger, git); broken invariants are DL_CHECK, absent values std::optional, broken input a diagnostic with a place.
#pragma once

#include "support/check.h"

#include <string>
#include <utility>
#include <variant>

namespace decode_ledger {

/// Why something could not be done: one plain sentence, lower case, no full stop, ready to be shown.
struct Failure {
  std::string message;
};

template <class T> class [[nodiscard]] Result {
public:
  Result(T value) : state_(std::move(value)) {}
  Result(Failure failure) : state_(std::move(failure)) {}

  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }
  /// REQUIRES: ok().
  const T &value() const & {
    DL_CHECK(ok());
    return std::get<T>(state_);
  }
  T &&value() && {
    DL_CHECK(ok());
    return std::get<T>(std::move(state_));
  }
  /// REQUIRES: !ok().
  const std::string &message() const {
    DL_CHECK(!ok());
    return std::get<Failure>(state_).message;
  }

private:
  std::variant<T, Failure> state_;
};

} // namespace decode_ledger
