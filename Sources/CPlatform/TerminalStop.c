#define _GNU_SOURCE
#include "TerminalStop.h"

#include "StoppedTime.h"
#include "System.h"
#include "TerminalRescue.h"
#include "TerminalSignals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

// A recursive mutex, made by `terminal_stop_lock`.
static pthread_mutex_t gate;
static pthread_cond_t unwatched = PTHREAD_COND_INITIALIZER;
static int watches;
// How often the program has stopped in terminal_stop_now, which is called only by the owner of the gate.
static int stops;
// A descriptor that notes SIGTSTP without taking it.
static int arrivals = -1;

static void make_gate(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&gate, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

void terminal_stop_lock(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_gate);
  pthread_mutex_lock(&gate);
}

void terminal_stop_unlock(void) {
  pthread_mutex_unlock(&gate);
}

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
  int64_t since = system_clock();
  int stop = is_pending();
  pthread_sigmask(SIG_UNBLOCK, &only, &previous);
  // The program stops here, and continues here.
  stopped_time_note(since);
  if (stop) stops++;
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
}

int terminal_stop_count(void) {
  terminal_stop_lock();
  int count = stops;
  terminal_stop_unlock();
  return count;
}

int terminal_stop_with_child(int count) {
  sigset_t only = stop_signal(), previous;
  pthread_sigmask(SIG_BLOCK, &only, &previous);
  // While the other thread has the gate, it stops the program, or has just been continued.
  terminal_stop_lock();
  if (stops == count && !terminal_signals_take(SIGCONT)) raise(SIGTSTP);
  terminal_stop_now();
  terminal_signals_take(SIGCONT);
  count = stops;
  terminal_stop_unlock();
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  return count;
}

static void *wait_for_stops(void *nothing) {
  // The descriptor is invalid if the program has closed all of its descriptors.
  while (system_wait_for_stop(arrivals) == 0) {
    terminal_stop_lock();
    if (is_pending() && watches == 0) terminal_rescue_stop();
    if (is_pending() && watches > 0) terminal_signals_note(SIGTSTP);
    while (is_pending() && watches > 0) pthread_cond_wait(&unwatched, &gate);
    terminal_stop_unlock();
  }
  return nothing;
}

int terminal_stop_start(void) {
  struct sigaction action;
  if (arrivals >= 0 || sigaction(SIGTSTP, NULL, &action) != 0 || action.sa_handler == SIG_IGN) return 0;
  sigset_t all, previous;
  sigfillset(&all);
  arrivals = system_watch_stops();
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
  terminal_stop_lock();
  watches++;
  terminal_stop_unlock();
  return 1;
}

void terminal_stop_unwatch(void) {
  terminal_stop_lock();
  watches--;
  if (watches == 0) {
    if (is_pending()) terminal_rescue_stop();
    terminal_signals_take(SIGTSTP);
    pthread_cond_signal(&unwatched);
  }
  terminal_stop_unlock();
}
