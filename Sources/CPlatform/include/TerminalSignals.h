#ifndef TERMINAL_SIGNALS_H
#define TERMINAL_SIGNALS_H

#include <signal.h>
#include <sys/types.h>

// Signals in a form that `poll` can wait for, and the only code that sets their actions, except `TrapGuard`, which
// takes the traps of its own threads first. The handler is written in C because a Swift function may take a lock or
// allocate at any point, which a signal handler must not do.

/// What happens to a watched signal. A signal with several kinds of watches is handled by the first one.
enum terminal_signal_watch {
  /// Nothing.
  TERMINAL_SIGNAL_IGNORED,
  /// It is pending, and is also returned by `terminal_signals_ending`, but only once: the second one ends the program.
  TERMINAL_SIGNAL_ENDING,
  /// It is pending for `terminal_signals_take`.
  TERMINAL_SIGNAL_NOTED,
  /// It takes its original effect once the terminal is restored and `trap_arrived` has returned.
  TERMINAL_SIGNAL_RESCUED,
};

/// The end of the pipe that becomes readable when a watched signal arrives, or -1 with `errno`. It is never closed.
int terminal_signals_descriptor(void);

/// Begins a watch for `signal`. An ignored signal remains ignored, as `nohup` and background jobs require. Returns 1 if
/// watched, 0 if ignored, -1 with `errno`. If `seconds` is more than 0, a signal that ends the program is repeated
/// after that time, unless the watch has ended.
int terminal_signals_watch(int signal, enum terminal_signal_watch kind, unsigned seconds);

/// Ends a watch, if there is one. After the last one, the signal has its original action again. SIGTSTP has no handler; if
/// it is pending, it stops the program now.
void terminal_signals_unwatch(int signal, enum terminal_signal_watch kind);

/// Gives a watched signal the system's default as its original action.
void terminal_signals_use_default(int signal);

/// Sets a child process that SIGTERM and SIGHUP also end; 0 for none.
void terminal_signals_set_child(pid_t child);

/// Makes a signal pending as if it had arrived. Safe to call from a signal handler and from any thread.
void terminal_signals_note(int signal);

/// Sets the text to write to standard error when SIGINT has been pending for a second, because the running command does
/// not react; NULL for none. Another SIGINT then ends the program. The text is copied.
void terminal_signals_set_reminder(const char *text);

/// Whether `signal` has arrived since it was last taken, without taking it.
int terminal_signals_is_pending(int signal);

/// Whether `signal` has arrived since it was last taken; takes it.
int terminal_signals_take(int signal);

/// The last signal that arrived to end the program, or 0. It is never reset.
int terminal_signals_ending(void);

#endif
