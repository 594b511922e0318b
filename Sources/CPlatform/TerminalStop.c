#define _GNU_SOURCE
#include "TerminalStop.h"

#include "StoppedTime.h"
#include "TerminalRescue.h"
#include "TerminalSignals.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static pthread_mutex_t gate = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t unwatched = PTHREAD_COND_INITIALIZER;
static int watches;
// How often the program has stopped in terminal_stop_now, which is called only by the owner of the gate.
static int stops;
// Becomes readable when SIGTSTP is pending. It is never read, which would take the signal.
static int arrivals = -1;

static sigset_t stop_signal(void) {
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, SIGTSTP);
  return only;
}

static int is_pending(void) {
  sigset_t pending;
  return sigpending(&pending) == 0 && sigismember(&pending, SIGTSTP);
}

void terminal_stop_now(void) {
  sigset_t only = stop_signal(), previous;
  int64_t since = stopped_time_now();
  int stop = is_pending();
  pthread_sigmask(SIG_UNBLOCK, &only, &previous);
  // The program stops here, and continues here.
  stopped_time_note(since);
  if (stop) stops++;
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
}

int terminal_stop_count(void) {
  pthread_mutex_lock(&gate);
  int count = stops;
  pthread_mutex_unlock(&gate);
  return count;
}

int terminal_stop_with_child(int count) {
  sigset_t only = stop_signal(), previous;
  pthread_sigmask(SIG_BLOCK, &only, &previous);
  // While the other thread has the gate, it stops the program, or has just been continued.
  pthread_mutex_lock(&gate);
  if (stops == count && !terminal_signals_take(SIGCONT)) raise(SIGTSTP);
  terminal_stop_now();
  terminal_signals_take(SIGCONT);
  count = stops;
  pthread_mutex_unlock(&gate);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  return count;
}

static void *wait_for_stops(void *nothing) {
  struct pollfd arrival = {.fd = arrivals, .events = POLLIN};
  // The descriptor is invalid if the program has closed all of its descriptors.
  while (poll(&arrival, 1, -1) < 0 || !(arrival.revents & POLLNVAL)) {
    pthread_mutex_lock(&gate);
    if (is_pending() && watches == 0) terminal_rescue_stop();
    if (is_pending() && watches > 0) terminal_signals_note(SIGTSTP);
    while (is_pending() && watches > 0) pthread_cond_wait(&unwatched, &gate);
    pthread_mutex_unlock(&gate);
  }
  return nothing;
}

int terminal_stop_start(void) {
  struct sigaction action;
  if (arrivals >= 0 || sigaction(SIGTSTP, NULL, &action) != 0 || action.sa_handler == SIG_IGN) return 0;
  sigset_t only = stop_signal(), all, previous;
  sigfillset(&all);
  arrivals = signalfd(-1, &only, SFD_CLOEXEC | SFD_NONBLOCK);
  if (arrivals < 0) return errno;
  // The thread inherits the mask. No signal is for it, except the one that it unblocks.
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  pthread_t thread;
  int error = pthread_create(&thread, NULL, wait_for_stops, NULL);
  if (error) {
    close(arrivals);
    arrivals = -1;
  } else {
    pthread_detach(thread);
    sigaddset(&previous, SIGTSTP);
  }
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  return error;
}

int terminal_stop_watch(void) {
  int error = terminal_stop_start();
  if (error) {
    errno = error;
    return -1;
  }
  if (arrivals < 0) return 0;
  pthread_mutex_lock(&gate);
  watches++;
  pthread_mutex_unlock(&gate);
  return 1;
}

void terminal_stop_unwatch(void) {
  pthread_mutex_lock(&gate);
  watches--;
  if (watches == 0) {
    if (is_pending()) terminal_rescue_stop();
    terminal_signals_take(SIGTSTP);
    pthread_cond_signal(&unwatched);
  }
  pthread_mutex_unlock(&gate);
}

void terminal_stop_lock(void) {
  pthread_mutex_lock(&gate);
}

void terminal_stop_unlock(void) {
  pthread_mutex_unlock(&gate);
}
