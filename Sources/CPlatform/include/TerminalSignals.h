#ifndef TERMINAL_SIGNALS_H
#define TERMINAL_SIGNALS_H

#include <signal.h>

// Signals in a form that `poll` can wait for. The handler is written in C because a Swift function may take a lock or
// allocate at any point, which a signal handler must not do.

/// Creates a pipe that is closed on exec: 0, or -1 with `errno`. With `flags` of `O_NONBLOCK`, it does not block.
int terminal_signals_make_pipe(int ends[2], int flags);

/// The end of the pipe that becomes readable when a watched signal arrives, or -1 with `errno`. It is never closed.
int terminal_signals_descriptor(void);

/// Installs the handler for `signal` and stores the previous action in `previous`. An ignored signal remains ignored,
/// as `nohup` and background jobs require. Returns 1 if watched, 0 if ignored, -1 on error. A signal that `ends` the
/// program is also returned by `terminal_signals_ending`, and is watched only once: the second one has its default
/// effect, whatever the previous action was. If `seconds` is more than 0, the second one instead has the effect of the
/// previous action, and is raised after that time unless the watch has ended.
int terminal_signals_watch(int signal, int ends, unsigned seconds, struct sigaction *previous);

/// Makes a signal pending as if it had arrived. Safe to call from a signal handler and from any thread.
void terminal_signals_note(int signal);

/// Restores the action that `terminal_signals_watch` stored. SIGTSTP has no handler: if it is pending, it stops the program
/// now.
void terminal_signals_unwatch(int signal, const struct sigaction *previous);

/// Whether `signal` has arrived since it was last taken, without taking it.
int terminal_signals_is_pending(int signal);

/// Whether `signal` has arrived since it was last taken; takes it.
int terminal_signals_take(int signal);

/// The last signal that arrived to end the program, or 0. It is never reset.
int terminal_signals_ending(void);

/// Kills this process when the one that started it ends. In C because `prctl` is variadic.
void terminal_signals_end_with_parent(void);

#endif
