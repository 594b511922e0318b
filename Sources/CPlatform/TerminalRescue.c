#define _GNU_SOURCE
#include "TerminalRescue.h"

#include "TerminalSignals.h"
#include "TerminalStop.h"
#include "Trap.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int endings[] = {SIGTERM, SIGHUP, SIGQUIT};

static struct termios saved_mode;
static volatile sig_atomic_t marks_pastes;
static int saved_descriptor, saved_output;
// Whether the terminal is to be restored, and whether its mode is just being set again after a stop, which other threads do.
static int is_armed, is_resuming;
static char saved_file[PATH_MAX];
static volatile sig_atomic_t has_file;
static int is_registered, is_installed;

// In the background the terminal belongs to another program; changing its mode or writing to it would stop this program
// (SIGTTOU) just as it is about to end. A terminal that is not the controlling one has no foreground group.
static int owns_terminal(void) {
  pid_t group = tcgetpgrp(saved_descriptor);
  return group < 0 || group == getpgrp();
}

static void rescue_terminal(void) {
  if (!__atomic_exchange_n(&is_armed, 0, __ATOMIC_SEQ_CST)) return;
  // A mode that is set after the last one would remain. Setting it takes microseconds.
  for (int round = 0; round < 100000 && __atomic_load_n(&is_resuming, __ATOMIC_SEQ_CST); round++) sched_yield();
  if (!owns_terminal()) return;
  // Not TCSADRAIN: output held back by ^S would never drain.
  tcsetattr(saved_descriptor, TCSANOW, &saved_mode);
  static const char farewell[] = "\033[?2004l\n";
  struct pollfd output = {.fd = saved_output, .events = POLLOUT};
  if (!marks_pastes || poll(&output, 1, 0) <= 0) return;
  ssize_t written = write(saved_output, farewell, sizeof farewell - 1);
  (void)written;
}

void terminal_rescue(void) {
  rescue_terminal();
  if (!has_file) return;
  has_file = 0;
  unlink(saved_file);
}

// Sets the mode that the terminal had before a stop, unless the program has begun to end.
static void resume(const struct termios *mode) {
  sigset_t all, previous;
  sigfillset(&all);
  // A handler that interrupted this would wait for it.
  pthread_sigmask(SIG_BLOCK, &all, &previous);
  __atomic_store_n(&is_resuming, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&is_armed, __ATOMIC_SEQ_CST) && owns_terminal()) tcsetattr(saved_descriptor, TCSANOW, mode);
  __atomic_store_n(&is_resuming, 0, __ATOMIC_SEQ_CST);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
}

void terminal_rescue_stop(void) {
  struct termios mode;
  int has_mode = __atomic_load_n(&is_armed, __ATOMIC_SEQ_CST) && owns_terminal() &&
                 tcgetattr(saved_descriptor, &mode) == 0;
  if (has_mode) tcsetattr(saved_descriptor, TCSANOW, &saved_mode);
  terminal_stop_now();
  if (has_mode) resume(&mode);
}

static void change(int is_needed) {
  if (is_needed && !is_registered) is_registered = atexit(terminal_rescue) == 0;
  if (is_needed == is_installed) return;
  is_installed = is_needed;
  trap_watch();
  for (int index = 0; index < (int)(sizeof endings / sizeof endings[0]); index++) {
    if (is_needed) {
      terminal_signals_watch(endings[index], TERMINAL_SIGNAL_RESCUED, 0);
    } else {
      terminal_signals_unwatch(endings[index], TERMINAL_SIGNAL_RESCUED);
    }
  }
}

void terminal_rescue_arm(int descriptor, const struct termios *mode, int output) {
  // Without the thread, a stop leaves the terminal as it is.
  terminal_stop_start();
  terminal_stop_lock();
  saved_descriptor = descriptor;
  saved_mode = *mode;
  saved_output = output;
  marks_pastes = 0;
  __atomic_store_n(&is_armed, 1, __ATOMIC_SEQ_CST);
  terminal_stop_unlock();
  change(1);
}

void terminal_rescue_set_marks_pastes(int marks) {
  marks_pastes = marks;
}

void terminal_rescue_disarm(void) {
  terminal_stop_lock();
  __atomic_store_n(&is_armed, 0, __ATOMIC_SEQ_CST);
  terminal_stop_unlock();
  change(has_file);
}

void terminal_rescue_set_file(const char *path) {
  has_file = 0;
  if (path && strlen(path) < sizeof saved_file) {
    strcpy(saved_file, path);
    has_file = 1;
  }
  change(has_file || __atomic_load_n(&is_armed, __ATOMIC_SEQ_CST));
}
