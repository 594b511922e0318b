#include "HeapUse.h"

#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

size_t heap_bytes_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

void heap_expect_growth(void) {
    static _Atomic uintptr_t advised;
    uintptr_t from = advised, end = (uintptr_t)sbrk(0);
    if (from == 0) {
        from = end;
        mallopt(M_TOP_PAD, 32 << 20);
        // Setting one of them ends the adaptation of the others, which would arrive at these values.
        mallopt(M_MMAP_THRESHOLD, 32 << 20);
        mallopt(M_TRIM_THRESHOLD, 64 << 20);
    }
    // A failure leaves small pages.
    if (end > from) madvise((void *)from, end - from, MADV_HUGEPAGE);
    advised = end;
}
