#include "HeapUse.h"

#include <malloc.h>
#include <pthread.h>

static void begin(void) { (void)mallinfo2(); }

size_t heap_bytes_in_use(void) {
    // The first call initializes the allocator if another one has taken its place, such as the address sanitizer's. Two threads
    // must not do so at once.
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, begin);
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
