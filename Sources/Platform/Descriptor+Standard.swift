import Core
import Glibc

extension Descriptor {
  /// Opens the standard descriptors that the caller of the program has closed.
  ///
  /// Otherwise the next file or pipe that the program opens would take the place of its standard output. Reading from
  /// them finds nothing, and writing to them fails as it does for a closed descriptor.
  package static func reserveStandardOnes() {
    // The lowest free descriptor is taken, and those before it are open.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = Glibc.open("/dev/null", O_RDONLY)
    }
  }
}
