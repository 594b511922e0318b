#ifndef TERMINAL_RESCUE_H
#define TERMINAL_RESCUE_H

#include <stddef.h>
#include <termios.h>

// A program that crashes, that a signal ends, or that calls `exit` from within a callback cannot tidy up in Swift any
// more. Between arming and disarming, whichever way it ends gives the terminal back first. (SIGKILL excepted.) It also
// does so for as long as the program is stopped.

/// From now on, `mode` is set on `descriptor` before the program ends or stops.
void terminal_rescue_arm(int descriptor, const struct termios *mode, int output);

/// From now on, the bytes of `farewell`, which must live on, are sent to the output besides; NULL for none.
void terminal_rescue_set_farewell(const char *farewell);

/// The terminal is as it should be; nothing needs to be done any more.
void terminal_rescue_disarm(void);

/// From now on, the file at `path` is removed when the program ends; NULL for none. The path is copied.
void terminal_rescue_set_file(const char *path);

#endif
