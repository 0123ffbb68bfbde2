#include "driver/driver.h"

#include "driver/commands.h"
#include "driver/exit_status.h"
#include "driver/output.h"

#include <exception>
#include <fmt/format.h>

namespace decode_ledger::driver {
namespace {

int leave(const EarlyExit &exit) {
  write_err(exit.err);
  return write_result({}, exit.out) ? exit.status : kCannotRun;
}

} // namespace

int run(int argc, char **argv) {
  // Nothing here is expected to throw but for want of memory; whatever it is, the caller must not read it as "findings".
  try {
    std::variant<Options, EarlyExit> options = read_options(argc, argv);
    if (const EarlyExit *exit = std::get_if<EarlyExit>(&options))
      return leave(*exit);
    return run_command(std::get<Options>(options));
  } catch (const std::exception &failure) {
    error(fmt::format("internal error: {}", failure.what()));
    return kCannotRun;
  }
}

} // namespace decode_ledger::driver
