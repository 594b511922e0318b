#pragma once

/* The files in this folder, embedded so that the program stays a single file. The C compiler embeds them because the Swift
   compiler takes two seconds to type-check an array literal of that size. */

/// page.html, NUL-terminated.
const char *_Nonnull pageTemplate(void);
/// page.css, NUL-terminated.
const char *_Nonnull pageStyle(void);
/// The scripts in dependency order, NUL-terminated.
const char *_Nonnull pageScript(void);
