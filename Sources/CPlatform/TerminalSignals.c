#define _GNU_SOURCE
#include "TerminalSignals.h"

#include "TerminalStop.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { signal_limit = 65 };

static int pipe_ends[2] = {-1, -1};
static int pending[signal_limit];
static int ending;
// The previous actions of signals that end the program within a number of seconds, and that number.
static struct sigaction before[signal_limit];
static int ends_in_time[signal_limit];
static unsigned patience;

void terminal_signals_note(int signal) {
  int saved = errno;
  if (signal > 0 && signal < signal_limit) __atomic_store_n(&pending[signal], 1, __ATOMIC_SEQ_CST);
  // A full pipe already wakes the reader, so a failed write loses nothing.
  ssize_t written = write(pipe_ends[1], "", 1);
  (void)written;
  errno = saved;
}

static void note_end(int signal) {
  __atomic_store_n(&ending, signal, __ATOMIC_SEQ_CST);
  terminal_signals_note(signal);
}

// A second signal has the effect of the previous action. It is raised automatically unless the program, or the watch, ends
// in time.
static void note_end_in_time(int signal) {
  sigaction(signal, &before[signal], NULL);
  note_end(signal);
  alarm(patience);
}

static void end_late(int alarm) {
  (void)alarm;
  raise(ending);
}

int terminal_signals_make_pipe(int ends[2], int flags) {
  return pipe2(ends, O_CLOEXEC | flags);
}

int terminal_signals_descriptor(void) {
  // Threads that wait for the first time at once must not each wait for a pipe of their own.
  static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&making);
  if (pipe_ends[0] < 0) terminal_signals_make_pipe(pipe_ends, O_NONBLOCK);
  pthread_mutex_unlock(&making);
  return pipe_ends[0];
}

static void unblock(int signal) {
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
}

int terminal_signals_watch(int signal, int ends, unsigned seconds, struct sigaction *previous) {
  if (terminal_signals_descriptor() < 0) return -1;
  if (signal == SIGTSTP) return terminal_stop_watch();
  if (sigaction(signal, NULL, previous) != 0) return -1;
  if (!(previous->sa_flags & SA_SIGINFO) && previous->sa_handler == SIG_IGN) return 0;
  struct sigaction action = {.sa_handler = ends ? note_end : terminal_signals_note};
  sigemptyset(&action.sa_mask);
  // Without SA_RESTART, blocked calls in code unrelated to the editor would fail with EINTR.
  action.sa_flags = SA_RESTART;
  // If the program does not react to the first signal, the second one ends it.
  if (ends && !seconds) action.sa_flags |= SA_RESETHAND;
  if (ends && seconds) {
    struct sigaction late = {.sa_handler = end_late};
    sigemptyset(&late.sa_mask);
    sigaction(SIGALRM, &late, NULL);
    before[signal] = *previous;
    ends_in_time[signal] = 1;
    patience = seconds;
    action.sa_handler = note_end_in_time;
  }
  if (sigaction(signal, &action, NULL) != 0) return -1;
  // The program may have been started with signals blocked, inherited from its parent.
  unblock(signal);
  return 1;
}

void terminal_signals_unwatch(int signal, const struct sigaction *previous) {
  if (signal == SIGTSTP) return terminal_stop_unwatch();
  sigaction(signal, previous, NULL);
  // The watches of other signals can end while this one waits.
  if (ends_in_time[signal]) alarm(0);
}

int terminal_signals_is_pending(int signal) {
  return signal > 0 && signal < signal_limit && __atomic_load_n(&pending[signal], __ATOMIC_SEQ_CST);
}

int terminal_signals_take(int signal) {
  return signal > 0 && signal < signal_limit && __atomic_exchange_n(&pending[signal], 0, __ATOMIC_SEQ_CST);
}

int terminal_signals_ending(void) {
  return __atomic_load_n(&ending, __ATOMIC_SEQ_CST);
}

void terminal_signals_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }
