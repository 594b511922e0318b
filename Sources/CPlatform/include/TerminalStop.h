#ifndef TERMINAL_STOP_H
#define TERMINAL_STOP_H

// Stops the program on SIGTSTP after its terminal has been restored, unless it is continued in the meantime.
//
// A handler would take the signal. When it raised the signal again in order to stop, that would remove a SIGCONT that has
// just arrived, and the program would stay stopped. So no handler is installed. SIGTSTP stays blocked, and thereby
// pending, which lets SIGCONT remove it, until the terminal is ready. A thread waits for it.

/// Blocks SIGTSTP in this thread and starts the thread that waits for it, once. It must be blocked in all other threads,
/// as it is in those that are created later and in those of Dispatch. A program that is started from one of them must
/// reset its signals, or it cannot be stopped. Returns 0, also if the program ignores the signal, or an error number.
int terminal_stop_start(void);

/// Leaves it to the caller to restore the terminal: SIGTSTP is pending for `terminal_signals_take`, and stops the program
/// when the watch ends. Returns 1 if watched, 0 if the program ignores the signal, -1 with `errno`.
int terminal_stop_watch(void);

/// Ends a watch. If SIGTSTP is pending, the program stops now.
void terminal_stop_unwatch(void);

/// Stops the program if SIGTSTP is pending, and returns when it is continued.
void terminal_stop_now(void);

/// How often the program has stopped.
int terminal_stop_count(void);

/// Stops the program after its child has stopped, and returns the count of stops when it is continued. Does nothing if the program
/// has stopped since it had that count, or has noted SIGCONT: then it has already been stopped and continued together
/// with its child. The count tells this even if another thread runs the handler of SIGCONT, perhaps too late.
int terminal_stop_with_child(int count);

/// Keeps the program from stopping until the same thread calls `terminal_stop_unlock` as often.
void terminal_stop_lock(void);
void terminal_stop_unlock(void);

#endif
