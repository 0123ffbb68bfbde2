// Any bytes as a ledger: read_ledger() must not crash, and each of its errors must have a place and a message.

#include "ledger/ledger.h"
#include "support/check.h"

using namespace decode_ledger;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  ledger::ReadLedger read = ledger::read_ledger(text, "ledger.toml");
  for (const ledger::LedgerError &error : read.errors)
    DL_CHECK(!error.message.empty());
  return 0;
}
