/// A place in a script or in a typed line, for people: both numbers start at 1.
public struct SourceLocation: Hashable, Sendable {
  /// The name to show, which need not be that of a file: `-` for standard input, say.
  public var file: String
  /// The physical line, from 1.
  public var line: Int
  /// The place in that line, from 1, counted in Characters as a person counts them.
  public var column: Int

  /// Creates a place in a file.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - line: The line, counted from 1.
  ///   - column: The column, counted from 1.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourceLocation: Comparable {
  /// Orders by file name, then by place.
  public static func < (lhs: SourceLocation, rhs: SourceLocation) -> Bool {
    (lhs.file, lhs.line, lhs.column) < (rhs.file, rhs.line, rhs.column)
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`, the form that editors can jump to.
  public var description: String { "\(file):\(line):\(column)" }
}
