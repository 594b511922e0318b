#define _GNU_SOURCE
#include "Processors.h"

#include <sched.h>
#include <unistd.h>

int processors_allowed(void) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
    // The system has more than fit in the set.
    long all = sysconf(_SC_NPROCESSORS_ONLN);
    return all > 0 ? (int)all : 1;
}
