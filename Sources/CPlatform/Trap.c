#define _GNU_SOURCE
#include "Trap.h"

#include "System.h"
#include "TerminalRescue.h"
#include "TerminalSignals.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { text_limit = 400, level_limit = 8 };

// The nested commands that a thread runs. The last level stands for all deeper ones.
struct thread_commands {
  struct { char text[text_limit], file[text_limit]; long line; off_t start; } levels[level_limit];
  int count;
  // Whether the session is recorded in a file, and the descriptor of that file.
  int has_journal, journal;
};

static _Thread_local struct thread_commands own;
// The commands of the main thread, for a thread that the feature has started.
static struct thread_commands *main_commands;
static const int traps[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
// Swift aborts when the system gives it no memory.
static const char *const names[] = {"SIGILL", "SIGTRAP", "SIGABRT, perhaps out of memory", "SIGSEGV", "SIGBUS", "SIGFPE"};
enum { trap_count = sizeof traps / sizeof traps[0] };

static char **restart_arguments, **restart_environment;
static char restart_variable[PATH_MAX + text_limit + 100];
static size_t restart_prefix;

static struct thread_commands *commands(void) { return own.count || !main_commands ? &own : main_commands; }

void trap_watch(void) {
  static int is_watching;
  if (__atomic_exchange_n(&is_watching, 1, __ATOMIC_SEQ_CST)) return;
  // The commands of another thread would be lost when it ends.
  if (system_is_main_thread()) main_commands = &own;
  // After a stack overflow, the handler has no other stack.
  static char stack[1 << 16];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack}, current;
  if (sigaltstack(NULL, &current) == 0 && current.ss_flags & SS_DISABLE) sigaltstack(&alternate, NULL);
  for (int index = 0; index < trap_count; index++) {
    terminal_signals_watch(traps[index], TERMINAL_SIGNAL_RESCUED, 0);
  }
}

static void copy(char to[text_limit], const char *from, size_t length) {
  if (length >= text_limit) {
    length = text_limit - 1;
    // A file of a session must be valid UTF-8, so the text is cut between characters.
    while (length > 0 && (from[length] & 0xC0) == 0x80) length--;
  }
  memcpy(to, from, length);
  to[length] = 0;
}

static int level(const struct thread_commands *commands) {
  return (commands->count < level_limit ? commands->count : level_limit) - 1;
}

void trap_begin(const char *text, size_t length, const char *file, size_t file_length, long line, int journal) {
  // A part of a command can run in another session, which is in no file, in order to load it.
  if (journal >= 0 || own.count == 0) {
    own.journal = journal;
    own.has_journal = journal >= 0;
  }
  own.count++;
  int index = level(&own);
  copy(own.levels[index].text, text, length);
  copy(own.levels[index].file, file, file_length);
  own.levels[index].line = line;
  own.levels[index].start = -1;
}

void trap_end(void) { own.count--; }

void trap_set_start(int journal, off_t start) {
  own.journal = journal;
  own.has_journal = 1;
  if (own.count > 0) own.levels[level(&own)].start = start;
}

static void forget(struct thread_commands *commands, int journal) {
  if (commands && commands->journal == journal) commands->has_journal = 0;
}

void trap_forget(int journal) {
  forget(&own, journal);
  forget(main_commands, journal);
}

void trap_restart(char **arguments, const char *variable) {
  if (restart_arguments) return;
  size_t count = 0;
  char **own_environment = system_environment();
  while (own_environment[count]) count++;
  char **environment = calloc(count + 2, sizeof *environment);
  if (!environment) return;
  memcpy(environment, own_environment, count * sizeof *environment);
  environment[count] = restart_variable;
  restart_prefix = (size_t)snprintf(restart_variable, 100, "%s=", variable);
  restart_environment = environment;
  system_program();
  restart_arguments = arguments;
}

// A text that is built without allocating, and cut off if it does not fit.
struct buffer {
  char *bytes;
  size_t count, limit;
};

static void add(struct buffer *buffer, const char *text) {
  for (; *text && buffer->count + 1 < buffer->limit; text++) {
    // Line breaks become spaces.
    buffer->bytes[buffer->count++] = *text == '\n' || *text == '\r' ? ' ' : *text;
  }
}

static void add_line_break(struct buffer *buffer) {
  if (buffer->count + 1 < buffer->limit) buffer->bytes[buffer->count++] = '\n';
}

static void add_number(struct buffer *buffer, long number) {
  char digits[24] = {0};
  size_t place = sizeof digits - 1;
  do digits[--place] = (char)('0' + number % 10);
  while ((number /= 10) > 0 && place > 0);
  add(buffer, digits + place);
}

static void put(struct buffer buffer, int file) {
  ssize_t written = write(file, buffer.bytes, buffer.count);
  (void)written;
}

// Removes the command from the file of its session. If it has trapped, a comment there names it.
static void cut(const struct thread_commands *commands, int has_trapped) {
  if (level(commands) < 0 || !commands->has_journal) return;
  off_t start = commands->levels[level(commands)].start;
  if ((start >= 0 && ftruncate(commands->journal, start) != 0) || !has_trapped) return;
  char bytes[text_limit + 50];
  struct buffer line = {.bytes = bytes, .limit = sizeof bytes};
  add(&line, TRAP_COMMENT);
  add(&line, commands->levels[level(commands)].text);
  add_line_break(&line);
  put(line, commands->journal);
}

static void report(const struct thread_commands *commands, const char *name) {
  int index = level(commands);
  char bytes[3 * text_limit];
  struct buffer line = {.bytes = bytes, .limit = sizeof bytes};
  if (index >= 0) {
    add(&line, commands->levels[index].file);
    add(&line, ":");
    add_number(&line, commands->levels[index].line);
    add(&line, ": ");
  }
  add(&line, index >= 0 ? "error: the feature traps (" : "error: the program traps (");
  add(&line, name);
  add(&line, ")");
  if (index >= 0) {
    add(&line, " in: ");
    add(&line, commands->levels[index].text);
  }
  add_line_break(&line);
  put(line, STDERR_FILENO);
}

static void restart(const struct thread_commands *commands) {
  struct buffer value = {restart_variable, restart_prefix, sizeof restart_variable};
  if (commands->has_journal) {
    ssize_t length = system_path_of_descriptor(commands->journal, value.bytes + value.count, PATH_MAX);
    if (length > 0) value.count += (size_t)length;
  }
  add_line_break(&value);
  if (level(commands) >= 0) add(&value, commands->levels[level(commands)].text);
  value.bytes[value.count] = 0;
  alarm(0);
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  system_restart(restart_arguments, restart_environment);
}

void trap_arrived(int signal, const siginfo_t *info) {
  const char *name = NULL;
  for (int index = 0; index < trap_count; index++) {
    if (traps[index] == signal) name = names[index];
  }
  // A signal from another process is not a trap.
  if (!name || (system_is_sent(info) && info->si_pid != getpid())) return cut(commands(), 0);
  static int is_first = 1;
  if (!__atomic_exchange_n(&is_first, 0, __ATOMIC_SEQ_CST)) return;
  const struct thread_commands *running = commands();
  cut(running, 1);
  terminal_rescue();
  if (restart_arguments && !terminal_signals_ending()) restart(running);
  report(running, name);
}

int trap_recurs(int signal, const siginfo_t *info) {
  return !system_is_sent(info) && (signal == SIGILL || signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE);
}
