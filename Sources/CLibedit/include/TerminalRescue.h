#ifndef TERMINAL_RESCUE_H
#define TERMINAL_RESCUE_H

#include <stddef.h>
#include <termios.h>

// A program that crashes, or calls `exit` from within a callback, cannot tidy up in Swift any more. Between
// these two calls, whichever way it ends gives the terminal back first. (SIGKILL excepted.)

/// From now on, `mode` is set on `descriptor` and the bytes of `farewell`, which must live on, are sent to
/// `output` before the program ends.
void terminal_rescue_arm(int descriptor, const struct termios *mode, int output, const char *farewell);

/// The terminal is as it should be; nothing needs to be done any more.
void terminal_rescue_disarm(void);

#endif
