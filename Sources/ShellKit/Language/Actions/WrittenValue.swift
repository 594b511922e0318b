/// A type whose values have a form of their own as text: literals, collections, and what stands for a call.
///
/// What is written reads back as the same value.
protocol WrittenValue {
  /// A value as it could be written, for errors and completion.
  static var writtenExample: String { get }

  /// Reads a value.
  static func read(_ node: ValueSyntax, with reader: ValueReader) throws(Diagnostic) -> Self

  /// The value as text.
  ///
  /// - Returns: `nil` where a part of it cannot be written by this writer.
  func written(by writer: ValueText) -> String?
}

extension WrittenValue {
  static func mismatch(_ node: ValueSyntax, _ reader: ValueReader) -> Diagnostic {
    reader.mismatch(Self.self, at: node)
  }
}
