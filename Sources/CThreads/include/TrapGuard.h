#ifndef TRAP_GUARD_H
#define TRAP_GUARD_H

#include <pthread.h>

// Threads on which a trap ends only the thread, not the program. In C because a signal handler decides that.
//
// A thread that has trapped never continues, so it never releases its references, nor its locks that are not
// `guarded_lock`s, such as those of malloc and of the runtime.

// A semaphore that several threads signal and one waits for.
typedef struct trap_wake trap_wake;
trap_wake *trap_wake_make(void);
void trap_wake_signal(trap_wake *wake);
void trap_wake_wait(trap_wake *wake);
void trap_wake_free(trap_wake *wake);

typedef struct trap_guard trap_guard;
enum { TRAP_GUARD_RUNNING, TRAP_GUARD_ENDED, TRAP_GUARD_TRAPPED };

// Runs a function on a thread of its own, and signals when it has returned or trapped. NULL if there is no thread.
trap_guard *trap_guard_start(void (*body)(void *context), void *context, trap_wake *wake);
int trap_guard_state(const trap_guard *guard);
// The signal of the trap, whether it was an overflow of the stack, and what Swift printed, which may be empty.
int trap_guard_signal(const trap_guard *guard);
int trap_guard_is_overflow(const trap_guard *guard);
const char *trap_guard_text(const trap_guard *guard);
const char *trap_signal_name(int signal);
// Frees a thread that has ended; one that has trapped remains.
void trap_guard_free(trap_guard *guard);

// A recursive mutex that a trapped thread releases; `abandonments` counts how often that has happened.
typedef struct {
  pthread_mutex_t mutex;
  unsigned abandonments;
} guarded_lock;

void guarded_lock_init(guarded_lock *lock);
void guarded_lock_take(guarded_lock *lock);
// Returns whether it was free, or held by this thread.
int guarded_lock_try(guarded_lock *lock);
void guarded_lock_release(guarded_lock *lock);

#endif
