import Core
import Glibc

extension SystemError {
  /// The hint for a file that could not be written.
  ///
  /// - Returns: `nil` if the error is self-explanatory.
  package var hintForWriting: String? {
    switch code {
    case ENOSPC, EDQUOT: "free space on the disk, or choose a file on another disk"
    default: nil
    }
  }
}
