#ifndef STOPPED_TIME_H
#define STOPPED_TIME_H

#include <stdint.h>

// Measures how long the program has been stopped, by ^Z or a signal.

/// Records that the program was stopped from `since`, a time of `system_clock`, until now. Safe to call from a signal handler.
void stopped_time_note(int64_t since);

/// The total time for which the program is known to have been stopped, in nanoseconds.
int64_t stopped_time_total(void);

#endif
