#ifndef RAISE_STOP_H
#define RAISE_STOP_H

#include <signal.h>

// In a handler of SIGTSTP that also blocks SIGCONT: makes the signal pending again, unless the program has been
// continued since it arrived. From then on the kernel drops it if the program is continued. Returns whether it is
// pending.
//
// To raise it only when the program is ready to stop would stop a program that nothing continues a second time.
static inline int raise_stop(void) {
  sigset_t pending;
  sigpending(&pending);
  if (sigismember(&pending, SIGCONT)) return 0;
  raise(SIGTSTP);
  return 1;
}

#endif
