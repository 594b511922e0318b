#ifndef TRAP_H
#define TRAP_H

#include <signal.h>
#include <stddef.h>
#include <sys/types.h>

// A feature that traps (a failed precondition, an index out of range, a stack overflow) ends the program in the middle
// of a command. The signal handler names the command and removes it from the file in which the session is recorded, so
// that the file can be opened again. In a conversation, it also starts the program again, in the same process.

/// The start of the line that names the command in the file.
#define TRAP_COMMENT "# the feature traps after: "

/// Starts watching for traps, also in threads that the feature starts. Called once, from the main thread.
void trap_watch(void);

/// Begins a command on this thread, which may be part of another one.
///
/// `text` is the command, and `file` and `line` are its location; both texts are copied. `journal` is the file in which
/// the session is recorded, or -1.
void trap_begin(const char *text, size_t length, const char *file, size_t file_length, long line, int journal);

/// Ends the latest command on this thread.
void trap_end(void);

/// Notes that the command is in the file of its session, at an offset.
void trap_set_start(int journal, off_t start);

/// Forgets a file that is about to be closed.
void trap_forget(int journal);

/// From now on, a trap starts the program again with these arguments. The environment variable `variable` then contains
/// the path of the session's file, which may be empty, a line break, and the command.
void trap_restart(char **arguments, const char *variable);

/// Handles a signal that is about to end the program; a command that does not return is removed from the file, too.
/// Returns if the program is to end. Called only from a signal handler.
void trap_arrived(int signal, const siginfo_t *info);

/// Whether returning from the handler repeats the instruction that caused the signal.
int trap_recurs(int signal, const siginfo_t *info);

#endif
