#ifndef RAISE_STOP_H
#define RAISE_STOP_H

#include <signal.h>

// In a handler of SIGTSTP that also blocks SIGCONT: makes the signal pending again, unless the program has been
// continued since it arrived. From then on the kernel drops it if the program is continued. Returns whether it is
// pending.
//
// Raising it only once the program is ready to stop could stop a program that no SIGCONT will follow. A SIGCONT for the
// whole program is pending only if the main thread blocks it, so signals must be handled there.
static inline int raise_stop(void) {
  sigset_t pending;
  sigpending(&pending);
  if (sigismember(&pending, SIGCONT)) return 0;
  raise(SIGTSTP);
  return 1;
}

#endif
