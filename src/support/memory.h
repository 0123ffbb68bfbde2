#pragma once

namespace decode_ledger {

/// Tells the allocator that the heap will grow by tens of megabytes and never shrink: it then asks the system in large
/// steps. Called once, at the start of main(). Costs no memory that is not used; does nothing where the system's
/// allocator has no such switch.
void expect_growing_heap();

} // namespace decode_ledger
