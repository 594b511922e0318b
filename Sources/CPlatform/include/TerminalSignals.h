#ifndef TERMINAL_SIGNALS_H
#define TERMINAL_SIGNALS_H

#include <signal.h>

// Signals as something that `poll` can wait for. The handler must be C: a Swift function may take a lock or
// allocate at any point, which a signal handler must not.

/// Makes a pipe that neither blocks nor is passed on to other programs: 0, or -1 with `errno`.
int terminal_signals_make_pipe(int ends[2]);

/// The end of the pipe that becomes readable when a watched signal arrives, or -1 with `errno`. It stays open.
int terminal_signals_descriptor(void);

/// Lets the handler take `signal` from now on and stores what was done before in `previous`. A signal that is
/// ignored stays ignored, as `nohup` and background jobs want it. Returns 1 if watched, 0 if ignored, -1 on error.
/// A signal that `ends` the program is also what `terminal_signals_ending` returns, and is watched for only once: the
/// second one has its default effect, whatever was done before.
int terminal_signals_watch(int signal, int ends, struct sigaction *previous);

/// Whether `signal` has arrived since it was last taken; leaves it there.
int terminal_signals_is_pending(int signal);

/// Whether `signal` has arrived since it was last taken; takes it.
int terminal_signals_take(int signal);

/// The last signal that came to end the program, or 0. It stays.
int terminal_signals_ending(void);

#endif
