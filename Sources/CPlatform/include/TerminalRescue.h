#ifndef TERMINAL_RESCUE_H
#define TERMINAL_RESCUE_H

#include <stddef.h>
#include <termios.h>

// A program that crashes, is killed by a signal, or calls `exit` from within a callback cannot clean up in Swift. While
// armed, the terminal is restored first, however the program ends (except by SIGKILL), and also whenever the program is
// stopped.

/// Arms the rescue: `mode` will be set on `descriptor` before the program ends or stops.
void terminal_rescue_arm(int descriptor, const struct termios *mode, int output);

/// Sets whether the terminal marks pasted text. If so, restoring the terminal ends this, and moves to a new row.
void terminal_rescue_set_marks_pastes(int marks);

/// Stops the program if SIGTSTP is pending, while armed with the terminal restored, and returns when it is continued.
void terminal_rescue_stop(void);

/// Disarms the rescue, once the terminal has been restored.
void terminal_rescue_disarm(void);

/// Sets a file to remove when the program ends; NULL for none. The path is copied.
void terminal_rescue_set_file(const char *path);

/// Restores the terminal if armed, and removes the file. Safe to call from a signal handler.
void terminal_rescue(void);

#endif
