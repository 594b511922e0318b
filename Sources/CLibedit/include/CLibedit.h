#ifndef CLIBEDIT_H
#define CLIBEDIT_H

#include <histedit.h>

#endif
