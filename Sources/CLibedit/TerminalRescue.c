#define _GNU_SOURCE
#include "TerminalRescue.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { crash_count = sizeof crashes / sizeof crashes[0] };

static struct sigaction previous[crash_count];
static struct termios saved_mode;
static const char *saved_farewell;
static int saved_descriptor, saved_output;
static volatile sig_atomic_t is_armed;
static int is_registered;

static void rescue(void) {
  if (!is_armed) return;
  is_armed = 0;
  tcsetattr(saved_descriptor, TCSADRAIN, &saved_mode);
  ssize_t written = write(saved_output, saved_farewell, strlen(saved_farewell));
  (void)written;
}

static void rescue_from_crash(int signal) {
  rescue();
  for (int index = 0; index < crash_count; index++) {
    if (crashes[index] == signal) sigaction(signal, &previous[index], NULL);
  }
  // Held back while this handler runs, it strikes as it would have without us as soon as it returns.
  raise(signal);
}

void terminal_rescue_arm(int descriptor, const struct termios *mode, int output, const char *farewell) {
  saved_descriptor = descriptor;
  saved_mode = *mode;
  saved_output = output;
  saved_farewell = farewell;
  if (!is_registered) is_registered = atexit(rescue) == 0;
  if (is_armed) return;
  is_armed = 1;
  // Swift's runtime may report crashes from a stack of its own, which an overflown one needs.
  struct sigaction action = {.sa_handler = rescue_from_crash, .sa_flags = SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < crash_count; index++) sigaction(crashes[index], &action, &previous[index]);
}

void terminal_rescue_disarm(void) {
  if (!is_armed) return;
  is_armed = 0;
  for (int index = 0; index < crash_count; index++) sigaction(crashes[index], &previous[index], NULL);
}
