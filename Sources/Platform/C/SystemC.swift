// The functions and types of the system's C library. No other file names the library, and no module exports it to users.
#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Glibc)
  @_exported import Glibc
#else
  @_exported import Musl
#endif
