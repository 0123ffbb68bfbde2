#include "driver/driver.h"
#include "support/memory.h"

int main(int argc, char **argv) {
  decode_ledger::expect_growing_heap();
  return decode_ledger::driver::run(argc, argv);
}
