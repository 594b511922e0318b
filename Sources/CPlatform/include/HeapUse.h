#ifndef HEAP_USE_H
#define HEAP_USE_H

#include <stddef.h>

// The number of bytes that are allocated from the heap. In C because Swift does not import <malloc.h>.
size_t heap_bytes_in_use(void);

#endif
