import Commands
import Core

/// The states of a line, each as a whole, for tools that read a file as a whole.
enum StateTexts {
  /// Larger files are of no use to such tools.
  private static var mostBytes: Int { 256 << 20 }

  /// The texts of the states, line by line.
  ///
  /// - Parameters:
  ///   - line: The numbers of the moments.
  ///   - format: What they are written in, for the error.
  ///   - text: Gives the text at a place of the line, for a moment.
  /// - Throws: A `CommandFailure` if they would be too large, or what the closures throw.
  static func joined(
    _ line: some Collection<Int>,
    in format: String,
    hint: String,
    checkInterruption: () throws -> Void,
    text: (_ place: Int, _ moment: Int) throws -> String
  ) throws -> String {
    var texts: [String] = []
    var size = 0
    for (place, moment) in line.enumerated() {
      try checkInterruption()
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
