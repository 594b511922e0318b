#ifndef STOPPED_TIME_H
#define STOPPED_TIME_H

#include <stdint.h>

// Measures how long the program has been stopped, by ^Z or a signal.

/// The current time of the system's monotonic clock, in nanoseconds.
int64_t stopped_time_now(void);

/// Records that the program was stopped from `since` until now. Safe to call from a signal handler.
void stopped_time_note(int64_t since);

/// The total time for which the program is known to have been stopped, in nanoseconds.
int64_t stopped_time_total(void);

#endif
