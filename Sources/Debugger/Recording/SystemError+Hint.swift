import Core
import Glibc

extension SystemError {
  /// What to do about a file that could not be written.
  ///
  /// - Returns: `nil` if the reason says it all.
  var hintForWriting: String? {
    switch code {
    case ENOSPC, EDQUOT: "make room on that disk, or name a file on another one"
    default: nil
    }
  }
}
