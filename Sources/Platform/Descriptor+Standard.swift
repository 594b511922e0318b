import CTodoShellPlatform
import TodoShellSystem

extension Descriptor {
  /// Opens the standard descriptors that the caller of the program has closed.
  ///
  /// Otherwise the next file or pipe that the program opens would take the place of its standard output. Reading from
  /// them finds nothing, and writing to them fails as it does for a closed descriptor.
  package static func reserveStandardOnes() {
    // The lowest free descriptor is taken, and those before it are open.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = TodoShellSystem.open("/dev/null", O_RDONLY)
    }
  }

  /// Creates a pipe that no program inherits, not even one that another thread starts at this moment: a pipe ends only when
  /// all that have its end have closed it.
  ///
  /// - Parameter flags: `O_NONBLOCK`, or nothing.
  package static func pipe(_ flags: Int32 = 0) throws(SystemError) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard system_make_pipe(&ends, flags) == 0 else { throw SystemError("make a pipe") }
    return (ends[0], ends[1])
  }
}
