#include "CLibedit.h"

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

int clibedit_set_keys(EditLine *editor, const wchar_t *name) {
  return el_wset(editor, EL_EDITOR, name);
}

int clibedit_is_editing(EditLine *editor) {
  int mode = 0;
  return el_wget(editor, EL_EDITMODE, &mode) == 0 ? mode : 0;
}

int clibedit_add_command(EditLine *editor, const wchar_t *name, const wchar_t *help,
                         unsigned char (*command)(EditLine *, wint_t)) {
  return el_wset(editor, EL_ADDFN, name, help, command);
}

int clibedit_bind(EditLine *editor, const wchar_t *keys, const wchar_t *command) {
  return el_wset(editor, EL_BIND, keys, command, (wchar_t *)NULL);
}

int clibedit_bind_alternative(EditLine *editor, const wchar_t *keys, const wchar_t *command) {
  return el_wset(editor, EL_BIND, L"-a", keys, command, (wchar_t *)NULL);
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

int clibedit_set_editing_flag(EditLine *editor, const wchar_t *flag) {
  return el_wset(editor, EL_SETTY, L"-d", flag, (wchar_t *)NULL);
}

int clibedit_set_running_flag(EditLine *editor, const wchar_t *flag) {
  return el_wset(editor, EL_SETTY, L"-x", flag, (wchar_t *)NULL);
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
