import CMeasuring

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The nanoseconds that this thread has been on the processor.
func processorTime() -> Int { time(of: CLOCK_THREAD_CPUTIME_ID) }

/// The nanoseconds that all threads of this process have been on the processor.
func processorTimeOfAllThreads() -> Int { time(of: CLOCK_PROCESS_CPUTIME_ID) }

private func time(of clock: clockid_t) -> Int {
  var time = timespec()
  clock_gettime(clock, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// The bytes that are allocated now, with what the allocator adds to each block.
func allocatedBytes() -> Int {
  Int(allocated_bytes())
}
