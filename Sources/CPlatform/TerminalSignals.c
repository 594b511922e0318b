#define _GNU_SOURCE
#include "TerminalSignals.h"

#include "System.h"
#include "TerminalRescue.h"
#include "TerminalStop.h"
#include "Trap.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { signal_limit = 65, kind_count = TERMINAL_SIGNAL_RESCUED + 1 };

// The action of each signal: how many watches of each kind it has, and the action that it had before the first.
static struct {
  int watches[kind_count];
  int is_installed, has_ended, is_pending;
  struct sigaction base;
} table[signal_limit];
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;

static int pipe_ends[2] = {-1, -1};
static int ending;
// After how many seconds a signal that ends the program is repeated; 0 for never.
static unsigned patience;
// The text to write if SIGINT is still pending after a second, or has had no effect after three; empty for none. After
// that, another SIGINT ends the program.
static char reminder[300];
static int is_reminded, lateness;
static pid_t child;

void terminal_signals_note(int signal) {
  int saved = errno;
  if (signal > 0 && signal < signal_limit) __atomic_store_n(&table[signal].is_pending, 1, __ATOMIC_SEQ_CST);
  // A full pipe already wakes the reader, so a failed write loses nothing.
  ssize_t written = write(pipe_ends[1], "", 1);
  (void)written;
  errno = saved;
}

// Lets a signal have its original effect.
static void pass(int signal, const siginfo_t *info) {
  int saved = errno;
  trap_arrived(signal, info);
  terminal_rescue();
  sigaction(signal, &table[signal].base, NULL);
  // The signal is blocked while its handler runs, and takes effect when the handler returns.
  if (!trap_recurs(signal, info)) raise(signal);
  errno = saved;
}

static int has_watch(int signal, enum terminal_signal_watch kind) {
  return __atomic_load_n(&table[signal].watches[kind], __ATOMIC_SEQ_CST) > 0;
}

// While a child has the terminal, the key is meant for the child.
static int reminds(int signal) {
  return signal == SIGINT && reminder[0] && __atomic_load_n(&child, __ATOMIC_SEQ_CST) <= 0;
}

static void arrive(int signal, siginfo_t *info, void *context) {
  (void)context;
  pid_t other = __atomic_load_n(&child, __ATOMIC_SEQ_CST);
  if (other > 0 && (signal == SIGTERM || signal == SIGHUP)) kill(other, signal);
  if (has_watch(signal, TERMINAL_SIGNAL_IGNORED)) return;
  if (has_watch(signal, TERMINAL_SIGNAL_ENDING)) {
    if (__atomic_exchange_n(&table[signal].has_ended, 1, __ATOMIC_SEQ_CST)) return pass(signal, info);
    __atomic_store_n(&ending, signal, __ATOMIC_SEQ_CST);
    if (patience) alarm(reminds(signal) ? 1 : patience);
    return terminal_signals_note(signal);
  }
  if (has_watch(signal, TERMINAL_SIGNAL_NOTED)) {
    if (reminds(signal)) {
      if (__atomic_load_n(&is_reminded, __ATOMIC_SEQ_CST)) return pass(signal, info);
      __atomic_store_n(&lateness, 0, __ATOMIC_SEQ_CST);
      if (!terminal_signals_ending()) alarm(1);
    }
    return terminal_signals_note(signal);
  }
  pass(signal, info);
}

static void be_late(int unused) {
  (void)unused;
  int saved = errno, end = terminal_signals_ending();
  int is_awaited = (!end || end == SIGINT) && reminds(SIGINT) && !__atomic_load_n(&is_reminded, __ATOMIC_SEQ_CST);
  if (is_awaited && !terminal_signals_is_pending(SIGINT) && __atomic_add_fetch(&lateness, 1, __ATOMIC_SEQ_CST) < 3) {
    alarm(1);
  } else if (is_awaited) {
    __atomic_store_n(&is_reminded, 1, __ATOMIC_SEQ_CST);
    ssize_t written = write(STDERR_FILENO, reminder, strlen(reminder));
    (void)written;
    if (end && patience > 1) alarm(patience - 1);
  } else if (end) {
    raise(end);
  }
  errno = saved;
}

// The program may have been started with signals blocked, inherited from its parent.
static void unblock(int signal) {
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

static void watch_alarm(void) {
  struct sigaction late = {.sa_handler = be_late, .sa_flags = SA_RESTART};
  sigemptyset(&late.sa_mask);
  sigaction(SIGALRM, &late, NULL);
  unblock(SIGALRM);
}

void terminal_signals_set_reminder(const char *text) {
  reminder[0] = 0;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&is_reminded, 0, __ATOMIC_SEQ_CST);
  if (!terminal_signals_ending()) alarm(0);
  if (!text) return;
  watch_alarm();
  // The first byte is written last, because it makes the handler read the rest.
  strncpy(reminder + 1, text + 1, sizeof reminder - 2);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  reminder[0] = text[0];
}

int terminal_signals_descriptor(void) {
  // Threads that wait for the first time at once must not each wait for a pipe of their own.
  static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&making);
  if (pipe_ends[0] < 0) system_make_pipe(pipe_ends, O_NONBLOCK);
  pthread_mutex_unlock(&making);
  return pipe_ends[0];
}

// Returns 1, 0 if the signal is ignored, -1 on error.
static int install(int signal) {
  struct sigaction *base = &table[signal].base;
  if (table[signal].is_installed) return 1;
  if (sigaction(signal, NULL, base) != 0) return -1;
  if (!(base->sa_flags & SA_SIGINFO) && base->sa_handler == SIG_IGN) return 0;
  // After a stack overflow, an alternate stack is needed. Without SA_RESTART, blocked calls in unrelated code would
  // fail.
  struct sigaction action = {.sa_sigaction = arrive, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
  sigemptyset(&action.sa_mask);
  if (sigaction(signal, &action, NULL) != 0) return -1;
  table[signal].is_installed = 1;
  return 1;
}

int terminal_signals_watch(int signal, enum terminal_signal_watch kind, unsigned seconds) {
  int is_waited_for = kind == TERMINAL_SIGNAL_ENDING || kind == TERMINAL_SIGNAL_NOTED;
  if (is_waited_for && terminal_signals_descriptor() < 0) return -1;
  if (signal == SIGTSTP) return terminal_stop_watch();
  if (signal <= 0 || signal >= signal_limit) {
    errno = EINVAL;
    return -1;
  }
  if (seconds) {
    watch_alarm();
    patience = seconds;
  }
  pthread_mutex_lock(&changing);
  int result = install(signal);
  if (result == 1) __atomic_fetch_add(&table[signal].watches[kind], 1, __ATOMIC_SEQ_CST);
  pthread_mutex_unlock(&changing);
  if (result == 1) unblock(signal);
  return result;
}

void terminal_signals_unwatch(int signal, enum terminal_signal_watch kind) {
  if (signal == SIGTSTP) return terminal_stop_unwatch();
  pthread_mutex_lock(&changing);
  // A signal that was ignored has no watch.
  if (has_watch(signal, kind)) __atomic_fetch_sub(&table[signal].watches[kind], 1, __ATOMIC_SEQ_CST);
  int rest = 0;
  for (int other = 0; other < kind_count; other++) rest += table[signal].watches[other];
  if (rest == 0 && table[signal].is_installed) {
    sigaction(signal, &table[signal].base, NULL);
    table[signal].is_installed = 0;
  }
  pthread_mutex_unlock(&changing);
  // The watches of other signals can end while this one waits.
  if (kind == TERMINAL_SIGNAL_ENDING && patience) {
    alarm(0);
    patience = 0;
  }
}

void terminal_signals_use_default(int signal) {
  struct sigaction original = {.sa_handler = SIG_DFL};
  sigemptyset(&original.sa_mask);
  pthread_mutex_lock(&changing);
  // A signal without a handler may be ignored.
  if (table[signal].is_installed) table[signal].base = original;
  pthread_mutex_unlock(&changing);
}

void terminal_signals_set_child(pid_t process) {
  __atomic_store_n(&child, process, __ATOMIC_SEQ_CST);
  // A signal that arrived before ends the child, too.
  if (process > 0 && terminal_signals_ending()) kill(process, terminal_signals_ending());
}

int terminal_signals_is_pending(int signal) {
  return signal > 0 && signal < signal_limit && __atomic_load_n(&table[signal].is_pending, __ATOMIC_SEQ_CST);
}

int terminal_signals_take(int signal) {
  return signal > 0 && signal < signal_limit &&
         __atomic_exchange_n(&table[signal].is_pending, 0, __ATOMIC_SEQ_CST);
}

int terminal_signals_ending(void) {
  return __atomic_load_n(&ending, __ATOMIC_SEQ_CST);
}
