#ifndef HEAP_USE_H
#define HEAP_USE_H

#include <stddef.h>

// The number of bytes allocated from the heap and not freed. In C because Swift's Glibc module does not include
// <malloc.h>.
size_t heap_bytes_in_use(void);

// Makes a heap that is growing large grow in steps of 32 MiB, and asks for huge pages for what has been added since the last
// call, of which the kernel has to prepare fewer.
void heap_expect_growth(void);

#endif
