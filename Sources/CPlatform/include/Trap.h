#ifndef TRAP_H
#define TRAP_H

#include <signal.h>
#include <stddef.h>
#include <sys/types.h>

// A feature that traps (a failed precondition, an index out of range, a stack overflow) ends the program in the middle of a
// command. Its signal handler names the command, removes it from the file in which the session is recorded, so that the
// file can be opened again, and in a conversation starts the program again, in the same process.

/// How the line begins that names the command in the file.
#define TRAP_COMMENT "# the feature traps after: "

/// Watches for traps from now on, once. Called from the main thread, also for traps in threads that the feature starts.
void trap_watch(void);

/// Begins a command on this thread, perhaps as a part of another one.
///
/// `text` is the command, and `file` and `line` say where it is; both texts are copied. `journal` is the file in which the
/// session is recorded, or -1.
void trap_begin(const char *text, size_t length, const char *file, size_t file_length, long line, int journal);

/// Ends the command that began last on this thread.
void trap_end(void);

/// Notes that the command is in the file of its session, where it begins at an offset.
void trap_set_start(int journal, off_t start);

/// Forgets a file that is about to be closed.
void trap_forget(int journal);

/// From now on, starts the program again with these arguments. The environment variable `variable` then contains the path of
/// the session's file, which may be empty, a line break, and the command.
void trap_restart(char **arguments, const char *variable);

/// Deals with a signal that is about to end the program; a command that does not return is removed from the file, too. Returns
/// if the program does end. Called only from a signal handler.
void trap_arrived(int signal, const siginfo_t *info);

/// Whether returning from the handler repeats the instruction that caused the signal.
int trap_recurs(int signal, const siginfo_t *info);

#endif
