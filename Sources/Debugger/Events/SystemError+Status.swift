import Core
import Glibc

extension SystemError {
  /// The exit code of a program that failed to read input from a path.
  ///
  /// A path without a readable file is a mistake of the caller; other failures are not.
  package var inputStatus: Int32 {
    switch code {
    case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, ENXIO: ExitStatus.noInput
    case EACCES where attempt == "read": ExitStatus.noInput
    default: ExitStatus.inputOutput
    }
  }
}
