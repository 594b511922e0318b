#include "CTestStart.h"

// Defined in Swift, in CoreTestSupport.
extern void core_test_support_start(void);

__attribute__((constructor)) static void start(void) { core_test_support_start(); }
