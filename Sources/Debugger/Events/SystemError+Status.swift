import Core
import Glibc

extension SystemError {
  /// The exit code of a program that was to take its input from a path, and failed so.
  ///
  /// A path that leads to no readable file is the caller's mistake; what goes wrong with a file is not.
  package var inputStatus: Int32 {
    switch code {
    case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, ENXIO: ExitStatus.noInput
    case EACCES where attempt == "read": ExitStatus.noInput
    default: ExitStatus.inputOutput
    }
  }
}
