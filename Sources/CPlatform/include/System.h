#ifndef SYSTEM_H
#define SYSTEM_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What Linux, Darwin and other systems do in different ways, or what Swift does not import on all of them. Only System.c
// asks which system it is. With PORTABLE, Linux takes the ways of other systems that it knows, so that they are tested.

/// Creates a pipe that is closed on exec: 0, or -1 with `errno`. With `flags` of `O_NONBLOCK`, it does not block.
int system_make_pipe(int ends[2], int flags);

/// Like `poll` with POLLIN and POLLOUT, for any descriptor. On Darwin, `poll` does not know devices such as /dev/tty. The
/// type `struct pollfd` is not named, because Swift would then look for its members only in this module.
int system_poll(void *requests, unsigned count, int timeout);

/// The number of bytes that can be read from a terminal without waiting; 0 if it does not tell.
int system_readable_count(int descriptor);

/// Opens a terminal once more, for non-blocking reads: a descriptor that is closed on exec, or -1 with `errno`.
int system_reopen_terminal(int descriptor);

/// Gets the size of a terminal, in cells: 0, or -1 with `errno`.
int system_window_size(int descriptor, int *columns, int *rows);

/// Gets the path of an open file, with NUL: its length, or -1 if it is not known. Safe to call from a signal handler.
ssize_t system_path_of_descriptor(int descriptor, char *path, size_t size);

/// The path at which this program can be started again.
const char *system_program(void);

/// Starts this program again in this process: by its own name, if that is still this program, because the system shows
/// the name. Returns on failure. Safe to call from a signal handler once `system_program` has been called.
void system_restart(char *const arguments[], char *const environment[]);

/// The environment of this program, which ends with NULL.
char **system_environment(void);

/// Starts a program with all signals unblocked: 0, or an error number. The four descriptors become its standard streams
/// and descriptor 3; one that is negative is left as it is. If `resets_signals`, it does not ignore the signals that this
/// program may ignore.
int system_spawn(
    pid_t *process, const char *path, char *const arguments[], char *const environment[], const int descriptors[4],
    int resets_signals);

enum { SYSTEM_WAIT_EXITED, SYSTEM_WAIT_SIGNALLED, SYSTEM_WAIT_STOPPED, SYSTEM_WAIT_CONTINUED };

/// Waits for a child process: an event with its exit code or signal, or -1 with `errno`. It reports stops only if
/// `sees_stops`.
int system_wait(pid_t process, int sees_stops, int *code);

/// Kills this process when the one that started it ends.
void system_end_with_parent(void);

int system_is_main_thread(void);

/// Whether a process sent a signal, and no instruction of this one caused it.
int system_is_sent(const siginfo_t *info);

/// Returns a descriptor for `system_wait_for_stop`, or -1 with `errno`.
int system_watch_stops(void);

/// Waits until SIGTSTP, which is blocked, may be pending, and leaves it pending: 0, or -1 if the descriptor is invalid.
int system_wait_for_stop(int descriptor);

/// The time of a clock that stops while the machine sleeps, in nanoseconds. Safe to call from a signal handler.
int64_t system_clock(void);

/// The number of bytes that are allocated from the heap; 0 if the allocator does not tell.
size_t system_heap_bytes(void);

/// The number of processors on which this thread may run, at least 1.
int system_processor_count(void);

#endif
