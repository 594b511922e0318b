/// The exit codes of a shell, as `sysexits.h` has them from 64 on.
public enum ExitStatus {
  /// All that was to run has run, and all expectations held.
  public static let success: Int32 = 0
  /// A command or an expectation failed.
  public static let failure: Int32 = 1
  /// A script does not parse; nothing has run.
  public static let doesNotParse: Int32 = 2
  /// The command line is wrong.
  public static let usage: Int32 = 64
  /// A file does not exist or may not be read.
  public static let noInput: Int32 = 66
  /// Reading or writing failed.
  public static let inputOutput: Int32 = 74
  /// The reader of the output has gone: what the shell would be told if the signal had ended it.
  public static let brokenPipe: Int32 = 128 + 13

  /// All codes, and what they mean, for a manual.
  package static let meanings: [(code: String, meaning: String)] = [
    ("\(success)", "Everything ran, and every expectation held."),
    ("\(failure)", "A command or an expectation failed."),
    ("\(doesNotParse)", "A script does not parse; nothing ran."),
    ("\(usage)", "The command line is wrong."),
    ("\(noInput)", "A file does not exist or may not be read."),
    ("\(inputOutput)", "Reading or writing failed."),
    ("128+N", "Ended by signal N."),
  ]
}
