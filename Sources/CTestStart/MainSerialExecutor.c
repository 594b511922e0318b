#include "CTestStart.h"

// Swift's runtime offers no other way to redirect the jobs of its global executor. Both symbols below are internal to
// it and use its calling convention.

typedef __attribute__((swiftcall)) void (*Enqueue)(void *job);

extern __attribute__((swiftcall)) void (*swift_task_enqueueGlobal_hook)(void *job, Enqueue original);
extern __attribute__((swiftcall)) void swift_task_enqueueMainExecutor(void *job);

static __attribute__((swiftcall)) void enqueueOnMain(void *job, Enqueue original) {
  (void)original;
  swift_task_enqueueMainExecutor(job);
}

void core_use_main_serial_executor(bool isUsed) {
  __atomic_store_n(&swift_task_enqueueGlobal_hook, isUsed ? enqueueOnMain : 0, __ATOMIC_SEQ_CST);
}
