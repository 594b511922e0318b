#include "CMeasuring.h"

#ifdef __APPLE__
#include <malloc/malloc.h>

size_t allocated_bytes(void) {
  return mstats().bytes_used;
}
#else
#include <malloc.h>

// Swift's Glibc module leaves this header out.
size_t allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
#endif

void look_at(const void *value) { (void)value; }
