#ifndef STOPPED_TIME_H
#define STOPPED_TIME_H

#include <stdint.h>

// How long the program has been stopped, by ^Z or a signal: time that did not go by for it.

/// The time now, in nanoseconds of the system's monotonic clock.
int64_t stopped_time_now(void);

/// Notes that the program was stopped from `since` up to now. A signal handler may do so, too.
void stopped_time_note(int64_t since);

/// For how many nanoseconds the program is known to have been stopped.
int64_t stopped_time_total(void);

#endif
