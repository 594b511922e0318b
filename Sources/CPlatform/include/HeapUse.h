#ifndef HEAP_USE_H
#define HEAP_USE_H

#include <stddef.h>

// The bytes of the program's heap that are in use: what was allocated and not freed. Swift's Glibc module has no
// <malloc.h>.
size_t heap_bytes_in_use(void);

#endif
