#include "StoppedTime.h"

#include "System.h"

static int64_t total;

void stopped_time_note(int64_t since) {
  __atomic_fetch_add(&total, system_clock() - since, __ATOMIC_SEQ_CST);
}

int64_t stopped_time_total(void) {
  return __atomic_load_n(&total, __ATOMIC_SEQ_CST);
}
