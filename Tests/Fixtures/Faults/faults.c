/* Preloaded into a program, makes one of its system calls on the files of a folder fail.
 *
 *   FAULT_FOLDER   the folder, an absolute path without symbolic links; relative paths are taken to be in it
 *   FAULT_AT       the number of the call that fails, from 1; if it is 0, no call fails
 *   FAULT_CODE     the error number it fails with, "short" to transfer half of the bytes, "kill" to end the program
 *   FAULT_LASTS    if set, all later calls that the error applies to fail as well
 *   FAULT_LOG      a file that gets a line for each call that fails: its name. If no call fails, it gets a line for
 *                  each call: its name, or "-" if this error cannot occur in it
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind {
  transfers = 1,  /* moves bytes, perhaps only some */
  extends = 2,    /* needs space on the disk */
  changes = 4,    /* needs a file system that can be written */
  waits = 8,      /* can be interrupted by a signal */
};
enum { SHORT = -1, KILL = -2 };

static atomic_int calls;

static int is_within(const char *path) {
  const char *folder = getenv("FAULT_FOLDER");
  if (!folder || !path) return 0;
  if (path[0] != '/') return 1;
  size_t length = strlen(folder);
  return !strncmp(path, folder, length) && (path[length] == '/' || path[length] == 0 || path[length] == ' ');
}

static int is_file_within(int file) {
  char name[40], path[4096];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  long length = syscall(SYS_readlinkat, AT_FDCWD, name, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return path[0] == '/' && is_within(path);
}

static int code(void) {
  const char *text = getenv("FAULT_CODE");
  if (!text) return 0;
  if (!strcmp(text, "short")) return SHORT;
  if (!strcmp(text, "kill")) return KILL;
  return atoi(text);
}

static int applies(int code, int kind) {
  switch (code) {
    case SHORT: return kind & transfers;
    case EINTR: return kind & waits;
    case ENOSPC: case EDQUOT: return kind & extends;
    case EROFS: case EACCES: return kind & changes && !(kind & transfers);
    default: return 1;
  }
}

static void log_line(const char *text) {
  const char *log = getenv("FAULT_LOG");
  if (!log) return;
  long file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (file < 0) return;
  syscall(SYS_write, file, text, strlen(text));
  syscall(SYS_write, file, "\n", 1);
  syscall(SYS_close, file);
}

/* The error of the call that is about to be made, 0 if it is to be made. */
static int fault(const char *name, int kind) {
  int number = atomic_fetch_add(&calls, 1) + 1, error = code();
  const char *at = getenv("FAULT_AT");
  int first = at ? atoi(at) : 0;
  if (!first) log_line(applies(error, kind) ? name : "-");
  if (!first || number < first || (number > first && !getenv("FAULT_LASTS"))) return 0;
  if (!applies(error, kind)) return 0;
  log_line(name);
  if (error == KILL) syscall(SYS_kill, getpid(), SIGKILL);
  return error;
}

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

#define REAL(result, name, ...) \
  static result (*real)(__VA_ARGS__); \
  if (!real) real = (result(*)(__VA_ARGS__))next(#name)
#define FAIL(is_counted, name, kind) \
  do { \
    int error = (is_counted) ? fault(#name, kind) : 0; \
    if (error > 0) { errno = error; return -1; } \
  } while (0)

static int kind_of_opening(int flags) {
  int writes = (flags & O_ACCMODE) != O_RDONLY, makes = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
  return waits | (writes ? changes : 0) | (makes ? extends : 0);
}

#define OPENING(name) \
  int name(const char *path, int flags, ...) { \
    va_list list; va_start(list, flags); mode_t mode = va_arg(list, mode_t); va_end(list); \
    REAL(int, name, const char *, int, ...); \
    FAIL(is_within(path), name, kind_of_opening(flags)); \
    return real(path, flags, mode); \
  }
OPENING(open)
OPENING(open64)

/* Half of the bytes where the error is a short transfer. */
#define TRANSFER(name, own_kind, type, parameters, names) \
  ssize_t name(int file, type bytes, size_t count parameters) { \
    static ssize_t (*real)(int, type, size_t, ...); \
    if (!real) real = (ssize_t(*)(int, type, size_t, ...))next(#name); \
    int error = is_file_within(file) ? fault(#name, own_kind | transfers | waits) : 0; \
    if (error > 0) { errno = error; return -1; } \
    if (error == SHORT && count > 1) count /= 2; \
    return real(file, bytes, count names); \
  }
#define COMMA ,
TRANSFER(write, extends | changes, const void *, , )
TRANSFER(pwrite, extends | changes, const void *, COMMA off_t offset, COMMA offset)
TRANSFER(pwrite64, extends | changes, const void *, COMMA off_t offset, COMMA offset)
TRANSFER(read, 0, void *, , )

#define ON_FILE(name, kind) \
  int name(int file) { \
    REAL(int, name, int); \
    FAIL(is_file_within(file), name, kind); \
    return real(file); \
  }
ON_FILE(fsync, extends | waits)
ON_FILE(fdatasync, extends | waits)

/* Linux closes the file even if it says that closing failed. */
int close(int file) {
  REAL(int, close, int);
  int error = is_file_within(file) ? fault("close", extends | waits) : 0;
  int result = real(file);
  if (error > 0) { errno = error; return -1; }
  return result;
}

#define WITH_LENGTH(name) \
  int name(int file, off_t length) { \
    REAL(int, name, int, off_t); \
    FAIL(is_file_within(file), name, changes | waits); \
    return real(file, length); \
  }
WITH_LENGTH(ftruncate)
WITH_LENGTH(ftruncate64)

int flock(int file, int operation) {
  REAL(int, flock, int, int);
  FAIL(is_file_within(file), flock, waits);
  return real(file, operation);
}

int fchmod(int file, mode_t mode) {
  REAL(int, fchmod, int, mode_t);
  FAIL(is_file_within(file), fchmod, changes);
  return real(file, mode);
}

int rename(const char *old, const char *new) {
  REAL(int, rename, const char *, const char *);
  FAIL(is_within(new), rename, extends | changes);
  return real(old, new);
}

int linkat(int from, const char *old, int to, const char *new, int flags) {
  REAL(int, linkat, int, const char *, int, const char *, int);
  FAIL(is_within(new), linkat, extends | changes);
  return real(from, old, to, new, flags);
}

int unlink(const char *path) {
  REAL(int, unlink, const char *);
  FAIL(is_within(path), unlink, changes);
  return real(path);
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, mkdir, const char *, mode_t);
  FAIL(is_within(path), mkdir, extends | changes);
  return real(path, mode);
}

#define STATUS(name) \
  int name(const char *path, struct stat *status) { \
    REAL(int, name, const char *, struct stat *); \
    FAIL(is_within(path), name, 0); \
    return real(path, status); \
  }
STATUS(stat)
STATUS(lstat)

int fstat(int file, struct stat *status) {
  REAL(int, fstat, int, struct stat *);
  FAIL(is_file_within(file), fstat, 0);
  return real(file, status);
}
