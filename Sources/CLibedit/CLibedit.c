#define _GNU_SOURCE
#include "CLibedit.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

struct clibedit_output *clibedit_output_open(void) {
  struct clibedit_output *output = calloc(1, sizeof *output);
  if (!output) return NULL;
  output->file = open_memstream(&output->text, &output->size);
  if (output->file) return output;
  free(output);
  return NULL;
}

void clibedit_output_flush(struct clibedit_output *output) {
  fflush(output->file);
  // The next output overwrites this text.
  size_t size = output->size;
  rewind(output->file);
  output->size = size;
}

void clibedit_output_close(struct clibedit_output *output) {
#ifdef CLIBEDIT_IS_OLD
  if (output->input) fclose(output->input);
  if (output->terminal) fclose(output->terminal);
#endif
  fclose(output->file);
  free(output->text);
  free(output);
}

#ifdef CLIBEDIT_IS_OLD
static FILE *open_stream(int descriptor, const char *mode) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) return NULL;
  FILE *stream = fdopen(copy, mode);
  if (!stream) close(copy);
  return stream;
}

EditLine *clibedit_init(
    const char *program, struct clibedit_output *output, int in_descriptor, int out_descriptor, int error_descriptor) {
  (void)error_descriptor;
  // The editor takes the descriptors from streams, from which it reads and to which it writes nothing.
  output->input = open_stream(in_descriptor, "r");
  output->terminal = open_stream(out_descriptor, "w");
  if (!output->input || !output->terminal) return NULL;
  EditLine *editor = el_init(program, output->input, output->terminal, output->file);
  if (editor) el_wset(editor, EL_SETFP, 1, output->file);
  return editor;
}

// The result of `el_wline` is a part of the editor itself.
static LineInfoW *line_of(EditLine *editor) { return (LineInfoW *)(uintptr_t)el_wline(editor); }

int clibedit_move_cursor(EditLine *editor, int count) {
  LineInfoW *info = line_of(editor);
  if (count < info->buffer - info->cursor) count = (int)(info->buffer - info->cursor);
  if (count > info->lastchar - info->cursor) count = (int)(info->lastchar - info->cursor);
  info->cursor += count;
  return (int)(info->cursor - info->buffer);
}

void clibedit_replace(EditLine *editor, const wchar_t *line) {
  LineInfoW *info = line_of(editor);
  ptrdiff_t cursor = info->cursor - info->buffer, old = info->lastchar - info->buffer, count = (ptrdiff_t)wcslen(line);
  if (count > old) {
    // Makes room for a longer line, perhaps at another address.
    info->cursor = info->lastchar;
    if (el_winsertstr(editor, line + old) != 0) return;
  }
  wchar_t *buffer = (wchar_t *)(uintptr_t)info->buffer;
  wmemcpy(buffer, line, (size_t)count);
  info->lastchar = buffer + count;
  info->cursor = buffer + (cursor < count ? cursor : count);
}
#else
EditLine *clibedit_init(
    const char *program, struct clibedit_output *output, int in_descriptor, int out_descriptor, int error_descriptor) {
  FILE *file = output->file;
  return el_init_fd(program, file, file, file, in_descriptor, out_descriptor, error_descriptor);
}

int clibedit_move_cursor(EditLine *editor, int count) { return el_cursor(editor, count); }

void clibedit_replace(EditLine *editor, const wchar_t *line) { el_wreplacestr(editor, line); }
#endif

int clibedit_set_reader(EditLine *editor, int (*reader)(EditLine *, wchar_t *)) {
  return el_wset(editor, EL_GETCFN, reader);
}

int clibedit_set_client_data(EditLine *editor, void *data) {
  return el_wset(editor, EL_CLIENTDATA, data);
}

void *clibedit_client_data(EditLine *editor) {
  void *data = NULL;
  return el_wget(editor, EL_CLIENTDATA, &data) == 0 ? data : NULL;
}

int clibedit_use_emacs_keys(EditLine *editor) {
  return el_wset(editor, EL_EDITOR, L"emacs");
}

int clibedit_is_editing(EditLine *editor) {
  int mode = 0;
  return el_wget(editor, EL_EDITMODE, &mode) == 0 ? mode : 0;
}

int clibedit_add_command(EditLine *editor, const wchar_t *name, unsigned char (*command)(EditLine *, wint_t)) {
  return el_wset(editor, EL_ADDFN, name, name, command);
}

int clibedit_bind(EditLine *editor, int is_alternative, const wchar_t *keys, const wchar_t *command) {
  return is_alternative ? el_wset(editor, EL_BIND, L"-a", keys, command, (wchar_t *)NULL)
                        : el_wset(editor, EL_BIND, keys, command, (wchar_t *)NULL);
}

int clibedit_print_bindings(EditLine *editor) {
  return el_wset(editor, EL_BIND, (wchar_t *)NULL);
}

int clibedit_run(EditLine *editor, const wchar_t *line) {
  TokenizerW *tokenizer = tok_winit(NULL);
  if (tokenizer == NULL) return -1;
  int count = 0;
  const wchar_t **words = NULL;
  int result = CLIBEDIT_UNCLOSED_QUOTE;
  if (tok_wstr(tokenizer, line, &count, &words) == 0) result = count > 0 ? el_wparse(editor, count, words) : 0;
  tok_wend(tokenizer);
  return result;
}

int clibedit_set_editing_mode(EditLine *editor, int on) {
  return el_wset(editor, EL_PREP_TERM, on);
}

int clibedit_set_flag(EditLine *editor, int while_editing, const wchar_t *flag) {
  return el_wset(editor, EL_SETTY, while_editing ? L"-d" : L"-x", flag, (wchar_t *)NULL);
}

int clibedit_set_is_editing(EditLine *editor, int on) {
  return el_wset(editor, EL_EDITMODE, on);
}

const char *clibedit_capability(EditLine *editor, const char *name) {
  char *value = NULL;
  return el_get(editor, EL_GETTC, name, &value) == 0 ? value : NULL;
}

int clibedit_use_history(EditLine *editor, HistoryW *history) {
  return el_wset(editor, EL_HIST, history_w, history);
}

int clibedit_history_set_size(HistoryW *history, int size) {
  HistEventW event;
  return history_w(history, &event, H_SETSIZE, size);
}

int clibedit_history_add(HistoryW *history, const wchar_t *line) {
  HistEventW event;
  return history_w(history, &event, H_ENTER, line);
}
