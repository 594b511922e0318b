#ifndef CLIBEDIT_H
#define CLIBEDIT_H

#include <histedit.h>
#include <stdio.h>

// The libedit of macOS lacks three functions.
#if defined __APPLE__ || defined PORTABLE
#define CLIBEDIT_IS_OLD
#endif

/// A stream that keeps libedit's output in memory.
struct clibedit_output {
  FILE *file;
  /// The output between the last two flushes, and its size in bytes.
  char *text;
  size_t size;
#ifdef CLIBEDIT_IS_OLD
  FILE *input, *terminal;
#endif
};

/// Opens an output, or returns NULL with `errno`.
struct clibedit_output *clibedit_output_open(void);
void clibedit_output_flush(struct clibedit_output *output);
void clibedit_output_close(struct clibedit_output *output);

/// Creates an editor for a terminal that prints to `output`, or returns NULL. `output` must outlive it.
EditLine *clibedit_init(
    const char *program, struct clibedit_output *output, int in_descriptor, int out_descriptor, int error_descriptor);

/// Moves the cursor forward by a number of characters, within the line, and returns its offset.
int clibedit_move_cursor(EditLine *editor, int count);

/// Replaces the line. The cursor stays where it is, or moves to the end of a shorter line.
void clibedit_replace(EditLine *editor, const wchar_t *line);

// Swift cannot call variadic C functions, so each use of `el_wset`, `el_get` and `history_w` that the editor needs has
// a wrapper with fixed parameters. These wrappers do nothing else: return values are libedit's own (0 for success, -1
// for failure), and strings need to outlive a call only where noted.

/// Reads each character through `reader`: 1 for a character, 0 for the end of input, -1 for an error.
int clibedit_set_reader(EditLine *editor, int (*reader)(EditLine *, wchar_t *));

/// A pointer that `clibedit_client_data` returns to functions called by libedit.
int clibedit_set_client_data(EditLine *editor, void *data);
void *clibedit_client_data(EditLine *editor);

/// Selects emacs key bindings.
int clibedit_use_emacs_keys(EditLine *editor);

/// Whether libedit (1) or the terminal driver (0) edits the line.
int clibedit_is_editing(EditLine *editor);

/// Adds a command that keys can be bound to. libedit keeps the name, which must outlive `editor`.
int clibedit_add_command(EditLine *editor, const wchar_t *name, unsigned char (*command)(EditLine *, wint_t));

/// Binds a key sequence, in the notation of editrc(5), to a command in the main key map (0), or in the alternative one
/// (1): vi's command mode.
int clibedit_bind(EditLine *editor, int is_alternative, const wchar_t *keys, const wchar_t *command);

/// Prints all key bindings to the editor's output.
int clibedit_print_bindings(EditLine *editor);

/// Runs a line of editrc(5): 0 on success, `CLIBEDIT_UNCLOSED_QUOTE` if it contains an unclosed quote, for which
/// libedit's own `el_source` reads uninitialized memory, another number on failure.
#define CLIBEDIT_UNCLOSED_QUOTE (-2)
int clibedit_run(EditLine *editor, const wchar_t *line);

/// Puts the terminal in the editing mode (1) or back in its previous mode (0).
int clibedit_set_editing_mode(EditLine *editor, int on);

/// Sets or clears a flag of the editing mode (1) or of the mode between lines (0), in the notation of stty(1).
int clibedit_set_flag(EditLine *editor, int while_editing, const wchar_t *flag);

/// Lets libedit (1) or the terminal driver (0) edit the line; with 0, `el_end` does not change the terminal's mode.
int clibedit_set_is_editing(EditLine *editor, int on);

/// The string of a termcap capability such as "up", or "yes" or "no" for a flag such as "am"; NULL for none.
const char *clibedit_capability(EditLine *editor, const char *name);

/// Lets `editor` recall the lines of `history`.
int clibedit_use_history(EditLine *editor, HistoryW *history);
int clibedit_history_set_size(HistoryW *history, int size);
int clibedit_history_add(HistoryW *history, const wchar_t *line);

#endif
