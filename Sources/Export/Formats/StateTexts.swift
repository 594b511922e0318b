import TodoShellCommands
import Core

/// The states of a line, each as a whole, for tools that read a file as a whole.
enum StateTexts {
  /// Larger files are of no use to such tools.
  private static let mostBytes = 256 << 20

  /// The texts of the states of the current branch, one per line.
  ///
  /// - Parameters:
  ///   - format: The format of the file, for the error.
  ///   - text: The text for a place on the branch and its moment.
  /// - Throws: A `CommandFailure` if they would be too large, or if interrupted; or the error of `text`.
  static func joined(
    of debugger: AnyDebugger,
    in format: String,
    hint: String,
    text: (_ place: Int, _ moment: Int) throws -> String
  ) throws -> String {
    let line = debugger.session.line
    var texts: [String] = []
    var size = 0
    for (place, moment) in line.enumerated() {
      try debugger.checkInterruption()
      texts.append(try text(place, moment))
      size += texts[place].utf8.count
      guard size <= mostBytes else {
        throw CommandFailure(
          "\(format) contains each state as a whole, which for these \(line.count) moments takes more than "
            + "\(mostBytes >> 20) MB",
          hint: hint
        )
      }
    }
    return texts.joined(separator: ",\n")
  }
}
