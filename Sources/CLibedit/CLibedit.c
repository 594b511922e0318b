#define _GNU_SOURCE
#include "CLibedit.h"

#include <stdlib.h>

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
  fclose(output->file);
  free(output->text);
  free(output);
}

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
