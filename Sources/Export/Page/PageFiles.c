#include "PageFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

const char *pageTemplate(void) {
  static const char text[] = {
#embed "page.html" suffix(, 0)
  };
  return text;
}

const char *pageStyle(void) {
  static const char text[] = {
#embed "page.css" suffix(, 0)
  };
  return text;
}

const char *pageScript(void) {
  static const char text[] = {
#embed "model.js" suffix(, '\n', )
#embed "text.js" suffix(, '\n', )
#embed "strip.js" suffix(, '\n', )
#embed "list.js" suffix(, '\n', )
#embed "state.js" suffix(, '\n', )
#embed "pane.js" suffix(, '\n', )
#embed "compare.js" suffix(, '\n', )
#embed "page.js" suffix(, 0)
  };
  return text;
}
