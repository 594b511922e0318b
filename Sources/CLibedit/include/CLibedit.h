#ifndef CLIBEDIT_H
#define CLIBEDIT_H

#include <histedit.h>

// Swift cannot call C functions with variable arguments, so each use of `el_wset`, `el_get` and `history_w`
// that the editor needs has a function of fixed arguments here. They do nothing else: return values are
// libedit's own (0 for success, -1 for failure), and strings must outlive the call only where it says so.

/// Calls `prompt` for the text before the line; text between two `delimiter`s is taken to have no width.
int clibedit_set_prompt(EditLine *editor, wchar_t *(*prompt)(EditLine *), wchar_t delimiter);

/// Reads each character through `reader`: 1 for a character, 0 for the end of input, -1 for an error.
int clibedit_set_reader(EditLine *editor, int (*reader)(EditLine *, wchar_t *));

/// A pointer that `clibedit_client_data` hands back to the functions that libedit calls.
int clibedit_set_client_data(EditLine *editor, void *data);
void *clibedit_client_data(EditLine *editor);

/// Chooses the keys: L"emacs" or L"vi".
int clibedit_set_keys(EditLine *editor, const wchar_t *name);

/// Whether libedit (1) or the terminal driver (0) edits the line.
int clibedit_is_editing(EditLine *editor);

/// Adds a command that keys can be bound to. libedit keeps both strings; they must live as long as `editor`.
int clibedit_add_command(EditLine *editor, const wchar_t *name, const wchar_t *help,
                         unsigned char (*command)(EditLine *, wint_t));

/// Binds a key sequence, in the notation of editrc(5), to a command in the main map of keys.
int clibedit_bind(EditLine *editor, const wchar_t *keys, const wchar_t *command);

/// The same in the alternative map: vi's command mode.
int clibedit_bind_alternative(EditLine *editor, const wchar_t *keys, const wchar_t *command);

/// Prints what a key sequence is bound to on the editor's output; a sequence without a binding is an error
/// that goes to its error stream.
int clibedit_print_binding(EditLine *editor, const wchar_t *keys);

/// Prints all keys and what they are bound to.
int clibedit_print_bindings(EditLine *editor);

/// Runs a line of editrc(5): 0 if that worked, -1 if not, 1 if a quote in it is not closed, on which libedit's own
/// `el_source` reads memory that was never set.
int clibedit_run(EditLine *editor, const wchar_t *line);

/// The same of vi's command mode.
int clibedit_print_alternative_binding(EditLine *editor, const wchar_t *keys);

/// Puts the terminal in the mode for editing (1) or back into the mode it was in (0).
int clibedit_set_editing_mode(EditLine *editor, int on);

/// Sets or clears one flag of the mode for editing, in the notation of stty(1).
int clibedit_set_editing_flag(EditLine *editor, const wchar_t *flag);

/// Sets or clears one flag of the mode between two lines, in the notation of stty(1).
int clibedit_set_running_flag(EditLine *editor, const wchar_t *flag);

/// Lets libedit (1) or the terminal driver (0) edit the line; with 0, `el_end` leaves the terminal's mode alone.
int clibedit_set_is_editing(EditLine *editor, int on);

/// Replaces the string of a termcap capability; an empty one takes the ability away.
int clibedit_set_capability(EditLine *editor, const wchar_t *name, const wchar_t *value);

/// Draws prompt and line where the terminal's cursor is, as if nothing had been drawn before.
int clibedit_refresh(EditLine *editor);

/// Replaces stream 0 (input), 1 (output) or 2 (error) and returns the one that was there.
FILE *clibedit_swap_stream(EditLine *editor, int number, FILE *stream);

/// A stream that passes nothing on to `output` but bells.
FILE *clibedit_open_bells(FILE *output);

/// The string of a termcap capability such as "up", or NULL.
const char *clibedit_capability(EditLine *editor, const char *name);

/// Lets `editor` recall the lines of `history`.
int clibedit_use_history(EditLine *editor, HistoryW *history);
int clibedit_history_set_size(HistoryW *history, int size);
int clibedit_history_clear(HistoryW *history);
int clibedit_history_add(HistoryW *history, const wchar_t *line);

/// The cells that libedit takes a character to need, by the C library's `wcwidth`, which Swift does not see.
int clibedit_width(wchar_t character);

#endif
