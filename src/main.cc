#include "driver/driver.h"

int main(int argc, char **argv) { return decode_ledger::driver::run(argc, argv); }
