#define _GNU_SOURCE
#include "TerminalRescue.h"

#include "StoppedTime.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int endings[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
enum { ending_count = sizeof endings / sizeof endings[0] };

static struct sigaction previous[ending_count];
static struct termios saved_mode;
static const char *volatile saved_farewell;
static int saved_descriptor, saved_output;
static volatile sig_atomic_t is_armed;
static int is_registered;

static void rescue(void) {
  if (!is_armed) return;
  is_armed = 0;
  tcsetattr(saved_descriptor, TCSADRAIN, &saved_mode);
  const char *farewell = saved_farewell;
  if (!farewell) return;
  ssize_t written = write(saved_output, farewell, strlen(farewell));
  (void)written;
}

static void rescue_from_end(int signal) {
  rescue();
  for (int index = 0; index < ending_count; index++) {
    if (endings[index] == signal) sigaction(signal, &previous[index], NULL);
  }
  // Held back while this handler runs, it strikes as it would have without us as soon as it returns.
  raise(signal);
}

static void stop_rescued(int signal) {
  int saved_error = errno;
  struct termios mode;
  int has_mode = is_armed && tcgetattr(saved_descriptor, &mode) == 0;
  if (has_mode) tcsetattr(saved_descriptor, TCSADRAIN, &saved_mode);
  struct sigaction mine, standard = {.sa_handler = SIG_DFL};
  sigset_t only;
  sigemptyset(&standard.sa_mask);
  sigemptyset(&only);
  sigaddset(&only, signal);
  sigaction(signal, &standard, &mine);
  int64_t since = stopped_time_now();
  raise(signal);
  sigprocmask(SIG_UNBLOCK, &only, NULL);
  // Here the program is stopped, and goes on.
  stopped_time_note(since);
  sigaction(signal, &mine, NULL);
  // In the background the terminal is another program's.
  if (has_mode && tcgetpgrp(saved_descriptor) == getpgrp()) tcsetattr(saved_descriptor, TCSADRAIN, &mode);
  errno = saved_error;
}

void terminal_rescue_arm(int descriptor, const struct termios *mode, int output) {
  saved_descriptor = descriptor;
  saved_mode = *mode;
  saved_output = output;
  saved_farewell = NULL;
  if (!is_registered) is_registered = atexit(rescue) == 0;
  if (is_armed) return;
  is_armed = 1;
  for (int index = 0; index < ending_count; index++) {
    // Swift's runtime may report crashes from a stack of its own, which an overflown one needs.
    struct sigaction action = {.sa_handler = rescue_from_end, .sa_flags = SA_ONSTACK | SA_RESTART};
    if (endings[index] == SIGTSTP) action.sa_handler = stop_rescued;
    sigemptyset(&action.sa_mask);
    sigaction(endings[index], &action, &previous[index]);
    // What the program was started to ignore stays ignored.
    if (previous[index].sa_handler == SIG_IGN) sigaction(endings[index], &previous[index], NULL);
  }
}

void terminal_rescue_set_farewell(const char *farewell) {
  saved_farewell = farewell;
}

void terminal_rescue_disarm(void) {
  if (!is_armed) return;
  is_armed = 0;
  for (int index = 0; index < ending_count; index++) sigaction(endings[index], &previous[index], NULL);
}
