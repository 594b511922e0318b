#define _GNU_SOURCE
#include "System.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#include <crt_externs.h>
#include <mach-o/dyld.h>
#include <malloc/malloc.h>
#include <sys/event.h>
#else
#include <sys/signalfd.h>
#endif

#if defined __linux__ && !defined PORTABLE
#define HAS_LINUX
#include <sched.h>
#include <sys/prctl.h>
#endif

#if defined __GLIBC__ && !defined PORTABLE
#define HAS_GLIBC
#include <malloc.h>
#endif

// Descriptors.

int system_make_pipe(int ends[2], int flags) {
#ifdef HAS_LINUX
  return pipe2(ends, O_CLOEXEC | flags);
#else
  if (pipe(ends) != 0) return -1;
  for (int end = 0; end < 2; end++) {
    // A program that another thread starts before this inherits the pipe.
    fcntl(ends[end], F_SETFD, FD_CLOEXEC);
    if (flags) fcntl(ends[end], F_SETFL, fcntl(ends[end], F_GETFL) | flags);
  }
  return 0;
#endif
}

int system_poll(void *buffer, unsigned count, int timeout) {
  struct pollfd *requests = buffer;
#ifdef HAS_LINUX
  return poll(requests, count, timeout);
#else
  fd_set readable, writable;
  FD_ZERO(&readable);
  FD_ZERO(&writable);
  int highest = -1, ready = 0;
  for (unsigned index = 0; index < count; index++) {
    requests[index].revents = 0;
    int descriptor = requests[index].fd;
    if (descriptor < 0) continue;
    if (descriptor >= FD_SETSIZE) return poll(requests, count, timeout);
    if (requests[index].events & POLLIN) FD_SET(descriptor, &readable);
    if (requests[index].events & POLLOUT) FD_SET(descriptor, &writable);
    if (descriptor > highest) highest = descriptor;
  }
  struct timeval time = {.tv_sec = timeout / 1000, .tv_usec = timeout % 1000 * 1000};
  int result = select(highest + 1, &readable, &writable, NULL, timeout < 0 ? NULL : &time);
  if (result <= 0) return result;
  for (unsigned index = 0; index < count; index++) {
    int descriptor = requests[index].fd;
    if (descriptor < 0) continue;
    if (FD_ISSET(descriptor, &readable)) requests[index].revents |= POLLIN;
    if (FD_ISSET(descriptor, &writable)) requests[index].revents |= POLLOUT;
    ready += requests[index].revents != 0;
  }
  return ready;
#endif
}

int system_readable_count(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : 0;
}

int system_reopen_terminal(int descriptor) {
  const int flags = O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC;
  char path[PATH_MAX];
  int file = ttyname_r(descriptor, path, sizeof path) == 0 ? open(path, flags) : -1;
#ifndef __APPLE__
  // In a container, the terminal may have no name.
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  if (file < 0) file = open(path, flags);
#endif
  return file;
}

int system_window_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

ssize_t system_path_of_descriptor(int descriptor, char *path, size_t size) {
#ifdef __APPLE__
  char whole[PATH_MAX];
  if (fcntl(descriptor, F_GETPATH, whole) != 0) return -1;
  size_t length = strlcpy(path, whole, size);
  return length < size ? (ssize_t)length : -1;
#else
  char link[40] = "/proc/self/fd/", digits[20];
  size_t end = 14, count = 0;
  do digits[count++] = (char)('0' + descriptor % 10);
  while ((descriptor /= 10) > 0);
  while (count > 0) link[end++] = digits[--count];
  ssize_t length = readlink(link, path, size - 1);
  if (length >= 0) path[length] = 0;
  return length;
#endif
}

// Programs.

const char *system_program(void) {
#ifdef __APPLE__
  static char path[PATH_MAX];
  uint32_t size = sizeof path;
  if (!path[0] && _NSGetExecutablePath(path, &size) != 0) path[0] = 0;
  return path;
#else
  // It is the same program even if its file has been replaced since it started.
  return "/proc/self/exe";
#endif
}

void system_restart(char *const arguments[], char *const environment[]) {
#ifndef __APPLE__
  static char name[PATH_MAX];
  struct stat named, running;
  ssize_t length = readlink(system_program(), name, sizeof name - 1);
  if (length > 0 && stat(name, &named) == 0 && stat(system_program(), &running) == 0 &&
      named.st_dev == running.st_dev && named.st_ino == running.st_ino) {
    execve(name, arguments, environment);
  }
#endif
  execve(system_program(), arguments, environment);
}

char **system_environment(void) {
#ifdef __APPLE__
  return *_NSGetEnviron();
#else
  return environ;
#endif
}

int system_spawn(
    pid_t *process, const char *path, char *const arguments[], char *const environment[], const int descriptors[4],
    int resets_signals) {
  static const int reset[] = {SIGINT, SIGQUIT, SIGTSTP, SIGPIPE, SIGXFSZ};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  error = posix_spawnattr_init(&attributes);
  for (int index = 0; index < 4 && !error; index++) {
    if (descriptors[index] >= 0) error = posix_spawn_file_actions_adddup2(&actions, descriptors[index], index);
  }
  if (!error && resets_signals) {
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    for (size_t index = 0; index < sizeof reset / sizeof reset[0]; index++) sigaddset(&signals, reset[index]);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  if (!error) error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int system_wait(pid_t process, int sees_stops, int *code) {
  int status = 0;
  if (waitpid(process, &status, sees_stops ? WUNTRACED | WCONTINUED : 0) != process) return -1;
  if (WIFEXITED(status)) {
    *code = WEXITSTATUS(status);
    return SYSTEM_WAIT_EXITED;
  }
  if (WIFSIGNALED(status)) {
    *code = WTERMSIG(status);
    return SYSTEM_WAIT_SIGNALLED;
  }
  return WIFCONTINUED(status) ? SYSTEM_WAIT_CONTINUED : SYSTEM_WAIT_STOPPED;
}

#ifdef HAS_LINUX
void system_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGKILL); }
#else
static void *wait_for_parent(void *parent) {
  while (getppid() == (pid_t)(intptr_t)parent) poll(NULL, 0, 100);
  kill(getpid(), SIGKILL);
  return NULL;
}

void system_end_with_parent(void) {
  sigset_t all, previous;
  sigfillset(&all);
  // No signal is for the thread.
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  pthread_t thread;
  if (pthread_create(&thread, NULL, wait_for_parent, (void *)(intptr_t)getppid()) == 0) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
}
#endif

// Signals.

int system_is_main_thread(void) {
#ifdef __APPLE__
  return pthread_main_np();
#else
  return gettid() == getpid();
#endif
}

int system_is_sent(const siginfo_t *info) { return info->si_code <= 0 || info->si_code == SI_USER; }

#ifdef __APPLE__
// A queue notes a signal even while it is blocked.
int system_watch_stops(void) {
  int queue = kqueue();
  if (queue < 0) return -1;
  fcntl(queue, F_SETFD, FD_CLOEXEC);
  struct kevent request;
  EV_SET(&request, SIGTSTP, EVFILT_SIGNAL, EV_ADD | EV_CLEAR, 0, 0, NULL);
  if (kevent(queue, &request, 1, NULL, 0, NULL) == 0) return queue;
  int error = errno;
  close(queue);
  errno = error;
  return -1;
}

int system_wait_for_stop(int descriptor) {
  struct kevent event;
  return kevent(descriptor, NULL, 0, &event, 1, NULL) >= 0 || errno == EINTR ? 0 : -1;
}
#else
int system_watch_stops(void) {
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, SIGTSTP);
  return signalfd(-1, &only, SFD_CLOEXEC | SFD_NONBLOCK);
}

int system_wait_for_stop(int descriptor) {
  // It is readable while the signal is pending. Reading it would take the signal.
  struct pollfd arrival = {.fd = descriptor, .events = POLLIN};
  return poll(&arrival, 1, -1) < 0 || !(arrival.revents & POLLNVAL) ? 0 : -1;
}
#endif

// Resources.

int64_t system_clock(void) {
#ifdef __APPLE__
  clockid_t clock = CLOCK_UPTIME_RAW;
#else
  clockid_t clock = CLOCK_MONOTONIC;
#endif
  struct timespec now = {0};
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

#ifdef HAS_GLIBC
static void begin(void) { (void)mallinfo2(); }
#endif

size_t system_heap_bytes(void) {
#ifdef __APPLE__
  malloc_statistics_t statistics;
  malloc_zone_statistics(NULL, &statistics);
  return statistics.size_in_use;
#elif defined HAS_GLIBC
  // The first call initializes the allocator if another one has taken its place, such as the address sanitizer's. Two threads
  // must not do so at once.
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, begin);
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

int system_processor_count(void) {
#ifdef HAS_LINUX
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
  // The system has more than fit in the set.
#endif
  long all = sysconf(_SC_NPROCESSORS_ONLN);
  return all > 0 ? (int)all : 1;
}
