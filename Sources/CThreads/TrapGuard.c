#define _GNU_SOURCE
#include "TrapGuard.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach/mach.h>
#else
#include <semaphore.h>
#endif

static const int traps[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
static const char *const names[] = {"SIGILL", "SIGTRAP", "SIGABRT", "SIGSEGV", "SIGBUS", "SIGFPE"};
enum {
  trap_count = sizeof traps / sizeof traps[0],
  lock_limit = 16,
  alternate_size = 64 << 10,
  // So large that no function with many local variables skips it.
  guard_size = 1 << 20,
};

struct trap_guard {
  void (*body)(void *);
  void *context;
  trap_wake *wake;
  pthread_t thread;
  // The part of the stack that the body uses.
  char *low, *top;
  void *alternate;
  atomic_int state;
  int signal, is_overflow;
  guarded_lock *held[lock_limit];
  int held_count;
  size_t length;
  char text[2048];
};

static _Thread_local trap_guard *current;

// Waking.

struct trap_wake {
#ifdef __APPLE__
  semaphore_t semaphore;
#else
  sem_t semaphore;
#endif
};

trap_wake *trap_wake_make(void) {
  trap_wake *wake = malloc(sizeof *wake);
  if (!wake) abort();
#ifdef __APPLE__
  semaphore_create(mach_task_self(), &wake->semaphore, SYNC_POLICY_FIFO, 0);
#else
  sem_init(&wake->semaphore, 0, 0);
#endif
  return wake;
}

// Also called by a signal handler.
void trap_wake_signal(trap_wake *wake) {
#ifdef __APPLE__
  semaphore_signal(wake->semaphore);
#else
  sem_post(&wake->semaphore);
#endif
}

// May return early.
void trap_wake_wait(trap_wake *wake) {
#ifdef __APPLE__
  semaphore_wait(wake->semaphore);
#else
  sem_wait(&wake->semaphore);
#endif
}

void trap_wake_free(trap_wake *wake) {
#ifdef __APPLE__
  semaphore_destroy(mach_task_self(), wake->semaphore);
#else
  sem_destroy(&wake->semaphore);
#endif
  free(wake);
}

// Locks.

void guarded_lock_init(guarded_lock *lock) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock->mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  lock->abandonments = 0;
}

static void note_taken(guarded_lock *lock) {
  trap_guard *guard = current;
  if (!guard) return;
  if (guard->held_count < lock_limit) guard->held[guard->held_count] = lock;
  guard->held_count++;
}

void guarded_lock_take(guarded_lock *lock) {
  pthread_mutex_lock(&lock->mutex);
  note_taken(lock);
}

int guarded_lock_try(guarded_lock *lock) {
  if (pthread_mutex_trylock(&lock->mutex) != 0) return 0;
  note_taken(lock);
  return 1;
}

// Locks are released in the reverse order.
void guarded_lock_release(guarded_lock *lock) {
  if (current) current->held_count--;
  pthread_mutex_unlock(&lock->mutex);
}

static void abandon_locks(trap_guard *guard) {
  while (guard->held_count > 0) {
    if (--guard->held_count >= lock_limit) continue;
    guarded_lock *lock = guard->held[guard->held_count];
    lock->abandonments++;
    pthread_mutex_unlock(&lock->mutex);
  }
}

// While such threads exist: the actions of the signals, and the messages of Swift's runtime before it traps.

static pthread_mutex_t installing = PTHREAD_MUTEX_INITIALIZER;
static int users;
static struct sigaction previous[trap_count];

static void on_trap(int signal, siginfo_t *info, void *context) {
  (void)context;
  trap_guard *guard = current;
  // A signal from another process is for the whole program.
  if (guard && atomic_load(&guard->state) == TRAP_GUARD_RUNNING && info->si_code != SI_USER) {
    char *address = info->si_addr;
    // Darwin on arm64 raises SIGBUS.
    guard->is_overflow = (signal == SIGSEGV || signal == SIGBUS) && address < guard->low && address >= guard->low - 3 * guard_size;
    guard->signal = signal;
    abandon_locks(guard);
    // This handler runs on another stack.
    madvise(guard->low, (size_t)(guard->top - guard->low), MADV_DONTNEED);
    atomic_store(&guard->state, TRAP_GUARD_TRAPPED);
    trap_wake_signal(guard->wake);
    sigset_t all;
    sigfillset(&all);
    for (;;) sigsuspend(&all);
  }
  for (int index = 0; index < trap_count; index++) {
    if (traps[index] == signal) sigaction(signal, &previous[index], NULL);
  }
  // The signal is blocked while this handler runs, and takes its previous action when the handler returns.
  raise(signal);
}

#if defined __GLIBC__ && !defined PORTABLE
static FILE *plain_errors, *filtered_errors;

static void print(const char *text, size_t size) {
  while (size > 0) {
    ssize_t written = write(STDERR_FILENO, text, size);
    if (written <= 0) return;
    text += written;
    size -= (size_t)written;
  }
}

static int announces_trap(const char *text, size_t size) {
  static const char *const beginnings[] = {
      "Fatal error: ", "Precondition failed", "Assertion failed", "Could not cast value of type", "Simultaneous accesses to",
  };
  for (size_t index = 0; index < sizeof beginnings / sizeof beginnings[0]; index++) {
    if (memmem(text, size, beginnings[index], strlen(beginnings[index]))) return 1;
  }
  return 0;
}

// The runtime prints why it traps, and then a stack trace, line by line.
static ssize_t print_or_keep(void *cookie, const char *text, size_t size) {
  (void)cookie;
  trap_guard *guard = current;
  if (guard && (guard->length > 0 || announces_trap(text, size))) {
    size_t room = sizeof guard->text - 1 - guard->length;
    size_t count = size < room ? size : room;
    memcpy(guard->text + guard->length, text, count);
    guard->length += count;
  } else {
    print(text, size);
  }
  return (ssize_t)size;
}

// The runtime prints to the variable `stderr`, which programs may set on this platform.
static void filter_errors(int is_on) {
  if (!filtered_errors) {
    filtered_errors = fopencookie(NULL, "w", (cookie_io_functions_t){.write = print_or_keep});
    if (!filtered_errors) return;
    setvbuf(filtered_errors, NULL, _IONBF, 0);
  }
  if (is_on && stderr != filtered_errors) {
    plain_errors = stderr;
    stderr = filtered_errors;
  }
  if (!is_on && stderr == filtered_errors) stderr = plain_errors;
}

static void print_kept(const trap_guard *guard) { print(guard->text, guard->length); }
#else
static void filter_errors(int is_on) { (void)is_on; }
static void print_kept(const trap_guard *guard) { (void)guard; }
#endif

static void install(void) {
  pthread_mutex_lock(&installing);
  if (users++ == 0) {
    filter_errors(1);
    for (int index = 0; index < trap_count; index++) {
      struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO | SA_ONSTACK}, old;
      sigfillset(&action.sa_mask);
      // What was there is known before `on_trap` can be called for another thread. That may have been `on_trap` itself,
      // restored by a handler that was installed in the meantime.
      if (sigaction(traps[index], NULL, &old) != 0) continue;
      if (!(old.sa_flags & SA_SIGINFO) || old.sa_sigaction != on_trap) previous[index] = old;
      sigaction(traps[index], &action, NULL);
    }
  }
  pthread_mutex_unlock(&installing);
}

static void uninstall(void) {
  pthread_mutex_lock(&installing);
  if (--users == 0) {
    filter_errors(0);
    for (int index = 0; index < trap_count; index++) {
      struct sigaction now;
      if (sigaction(traps[index], NULL, &now) != 0) continue;
      // A handler that was installed in the meantime calls this one, which then does nothing.
      if (!(now.sa_flags & SA_SIGINFO) || now.sa_sigaction != on_trap) continue;
      sigaction(traps[index], &previous[index], NULL);
    }
  }
  pthread_mutex_unlock(&installing);
}

// Threads.

static size_t stack_size(void) {
  enum { least = 8 << 20, most = 1 << 30 };
  struct rlimit limit;
  // As large as the main thread's, so that the feature can recurse as deeply.
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return least;
  return limit.rlim_cur < least ? least : limit.rlim_cur > most ? most : (size_t)limit.rlim_cur;
}

static void *run(void *argument) {
  trap_guard *guard = argument;
  stack_t outer, alternate = {.ss_sp = guard->alternate, .ss_size = alternate_size};
  sigaltstack(&alternate, &outer);
  sigset_t trapping;
  sigemptyset(&trapping);
  for (int index = 0; index < trap_count; index++) sigaddset(&trapping, traps[index]);
  pthread_sigmask(SIG_UNBLOCK, &trapping, NULL);
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  // Not the address of a variable, which the address sanitizer keeps elsewhere.
  guard->top = (char *)((uintptr_t)__builtin_frame_address(0) & ~(page - 1));
  guard->low = guard->top - stack_size();
  current = guard;
  guard->body(guard->context);
  current = NULL;
  // It has printed but not trapped.
  if (guard->length > 0) print_kept(guard);
  sigaltstack(&outer, NULL);
  atomic_store(&guard->state, TRAP_GUARD_ENDED);
  trap_wake_signal(guard->wake);
  return NULL;
}

trap_guard *trap_guard_start(void (*body)(void *), void *context, trap_wake *wake) {
  trap_guard *guard = calloc(1, sizeof *guard);
  if (!guard) return NULL;
  guard->alternate = malloc(alternate_size);
  guard->body = body;
  guard->context = context;
  guard->wake = wake;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  // The guard may count as part of the size, and so do thread-local variables.
  pthread_attr_setstacksize(&attributes, stack_size() + 2 * guard_size);
  pthread_attr_setguardsize(&attributes, guard_size);
  install();
  // Other threads handle signals to the program.
  sigset_t all, mask;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &mask);
  int error = guard->alternate ? pthread_create(&guard->thread, &attributes, run, guard) : 1;
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  pthread_attr_destroy(&attributes);
  if (error == 0) return guard;
  uninstall();
  free(guard->alternate);
  free(guard);
  return NULL;
}

int trap_guard_state(const trap_guard *guard) { return atomic_load(&guard->state); }
int trap_guard_signal(const trap_guard *guard) { return guard->signal; }
int trap_guard_is_overflow(const trap_guard *guard) { return guard->is_overflow; }
const char *trap_signal_name(int signal) {
  for (int index = 0; index < trap_count; index++) {
    if (traps[index] == signal) return names[index];
  }
  return "signal";
}

const char *trap_guard_text(const trap_guard *guard) { return guard->text; }

void trap_guard_free(trap_guard *guard) {
  uninstall();
  if (trap_guard_state(guard) == TRAP_GUARD_TRAPPED) return;
  pthread_join(guard->thread, NULL);
  free(guard->alternate);
  free(guard);
}
