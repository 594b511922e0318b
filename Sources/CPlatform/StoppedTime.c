#define _GNU_SOURCE
#include "StoppedTime.h"

#include <time.h>

static int64_t total;

int64_t stopped_time_now(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void stopped_time_note(int64_t since) {
  __atomic_fetch_add(&total, stopped_time_now() - since, __ATOMIC_SEQ_CST);
}

int64_t stopped_time_total(void) {
  return __atomic_load_n(&total, __ATOMIC_SEQ_CST);
}
