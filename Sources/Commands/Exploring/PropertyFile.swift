import Core

/// A file of properties: one a line, after a name and a colon if it has one, with comments as in scripts.
///
/// ```
/// # What must hold once time has passed
/// small: always todos.count < 100
/// sorted: todos.count > 1 leads-to effects.isEmpty within 2s
/// ```
enum PropertyFile {
  /// Reads a file.
  ///
  /// - Throws: The first error in the file, or a `SystemError` if it cannot be read.
  static func read(_ path: Located<String>, of types: FeatureTypes) throws -> [WrittenProperty] {
    let bytes = try AtomicFile.contents(of: path.value)
    let properties: [WrittenProperty] = try parse(bytes, file: path.value, of: types)
    guard !properties.isEmpty else { throw path.diagnostic("\(path.value) has no properties") }
    return properties
  }

  /// Reads the contents of a file.
  static func parse(
    _ bytes: [UInt8],
    file: String,
    of types: FeatureTypes
  ) throws(Diagnostic) -> [WrittenProperty] {
    var properties: [WrittenProperty] = []
    for line in try Script.lines(of: bytes, file: file) {
      var name: String?
      var source = line.source
      if let word = line.words.first, let found = self.name(word) {
        guard !properties.contains(where: { $0.name == found }) else {
          throw word.diagnostic("duplicate property '\(found)'", hint: "give each property a name of its own")
        }
        name = found
        source = line.rest(after: 1)
        guard !source.isEmpty else { throw source.diagnostic("expected a property after '\(found):'") }
      }
      let list = try WrittenProperty.list(parsing: source, of: types.action) {
        (expression) throws(Diagnostic) in
        try expression.check(for: types.state, naming: ExpressionContext.facts, isCondition: true)
      }
      if name != nil, list.count > 1 {
        throw list[1].source.diagnostic(
          "expected only one property",
          hint: "put each property on its own line"
        )
      }
      for var property in list {
        property.name = name
        properties.append(property)
      }
    }
    return properties
  }

  /// The name that a word gives: letters, digits, `-` and `_`, before a colon.
  private static func name(_ word: Word) -> String? {
    guard !word.isQuoted, word.text.last == ":", word.text.count > 1 else { return nil }
    let name = word.text.dropLast()
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" } ? String(name) : nil
  }
}
