#pragma once

/* The files of this folder, which are a part of the program: it stays one file. Read in by the C compiler, because the
   Swift compiler takes two seconds to check an array of as many numbers. */

/// page.html, ended by a zero.
const char *_Nonnull pageTemplate(void);
/// page.css, ended by a zero.
const char *_Nonnull pageStyle(void);
/// The scripts in the order in which they use each other, ended by a zero.
const char *_Nonnull pageScript(void);
