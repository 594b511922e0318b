/// Where the output of a command goes instead of the screen: `COMMAND > FILE`, `COMMAND | PROGRAM`.
struct Redirection {
  enum Target {
    /// A file, which it replaces.
    case file(Located<String>)
    /// A program with its arguments, in shell syntax.
    case program(SourceText)
  }

  let target: Target
  /// The whole line, as it was written.
  let line: CommandLine
}
