import Core
import TodoShellSystem

/// The exit codes of a shell; those from 64 up are from `sysexits.h`.
public enum ExitStatus {
  /// Everything ran, and every expectation held.
  public static let success: Int32 = 0
  /// A command or an expectation failed.
  public static let failure: Int32 = 1
  /// The check of a script found errors, and nothing ran; or an exploration found one in what was asked.
  public static let doesNotParse: Int32 = 2
  /// An exploration came to its limits before it could decide a property.
  public static let inconclusive: Int32 = 3
  /// The command line is invalid.
  public static let usage: Int32 = 64
  /// A script, or an input of an exploration, does not exist or cannot be read.
  public static let noInput: Int32 = 66
  /// Reading or writing failed.
  public static let inputOutput: Int32 = 74
  /// The reader of the output exited: the code that a shell reports for death by SIGPIPE.
  public static let brokenPipe: Int32 = 128 + 13

  /// All codes with their meanings, for the manual.
  package static let meanings: [(code: String, meaning: String)] = [
    ("\(success)", "Everything ran, and every expectation held."),
    ("\(failure)", "A command or an expectation failed."),
    (
      "\(doesNotParse)",
      "The check of a script found errors, and nothing ran; or 'explore' found one in its options or properties."
    ),
    ("\(inconclusive)", "'explore' reached its limits before it could decide a property."),
    ("\(usage)", "The command line is invalid."),
    ("\(noInput)", "A script or an input of 'explore' does not exist or cannot be read."),
    ("\(inputOutput)", "Reading or writing failed."),
    ("128+N", "Ended by signal N."),
  ]
}

extension SystemError {
  /// The exit code of a program that failed to read input from a path.
  ///
  /// A path without a readable file is a mistake of the caller; other failures are not.
  package var inputStatus: Int32 {
    switch code {
    case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, ENXIO, SystemError.notRegular: ExitStatus.noInput
    case EACCES where attempt == "read": ExitStatus.noInput
    default: ExitStatus.inputOutput
    }
  }
}
