#include <stdbool.h>

// Calls core_test_support_start when the program is loaded: Swift has no code that runs by itself.

// Enqueues the jobs of Swift's global executor on the main executor, or lets them run concurrently again.
void core_use_main_serial_executor(bool isUsed);
