import CMeasuring

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The nanoseconds that this thread has been on the processor.
func processorTime() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// The bytes that are allocated now, with what the allocator adds to each block.
func allocatedBytes() -> Int {
  Int(allocated_bytes())
}
