import Core

/// Hints for a comparison with a literal of another type.
enum ComparisonHint {
  /// - Returns: `nil` if there is nothing to suggest.
  static func comparing(_ left: Any?, with right: Any?) -> String? {
    guard let left, let right else { return nil }
    return hint(for: left, literal: right) ?? hint(for: right, literal: left)
  }

  /// The hint for missing or surplus quotes around a number, a string or a Bool.
  ///
  /// - Parameters:
  ///   - value: A value.
  ///   - other: The value that it is compared with.
  ///   - text: The other value as written.
  /// - Returns: `nil` if the quotes are not the problem.
  static func quoting(_ value: Any?, with other: Any?, written text: String) -> String? {
    guard let value, let other else { return nil }
    if let words = unquoted(other, like: value) { return words }
    // Only a value that was written as a number is a literal.
    guard Equality.text(value) != nil, Number(other) != nil, text.first?.isNumber == true else { return nil }
    return "write a string in quotes: \"\(text)\""
  }

  /// The hint for a string that reads as a value of another type.
  ///
  /// - Returns: `nil` if it does not.
  static func unquoted(_ text: Any, like value: Any) -> String? {
    guard let text = Equality.text(text) else { return nil }
    if Number(value) != nil, Double(text)?.isFinite == true {
      return "write a number without quotes: \(text)"
    }
    if value is Bool, text == "true" || text == "false" { return "write \(text) without quotes" }
    return nil
  }

  private static func hint(for value: Any, literal: Any) -> String? {
    if value is any DictionaryElements, literal is [Any] {
      return "write a dictionary as [\"a\": 1], an empty one as [:]"
    }
    guard Equality.text(literal) != nil || Number(literal) != nil else { return nil }
    if value is UUID { return "write an id as UUID(0) or as a 36-character string" }
    guard let names = Choice.names(of: type(of: value)), !names.isEmpty else { return nil }
    if let name = caseName(of: value, names, for: literal) { return "write .\(name)" }
    let shown = names.prefix(20).map { ".\($0)" }.joined(separator: ", ")
    return "its cases are \(shown)\(names.count > 20 ? ", …" : "")"
  }

  /// The case that a literal most likely means: by raw value, by name, or by a similar name.
  private static func caseName(of value: Any, _ names: [String], for literal: Any) -> String? {
    if let value = value as? any RawRepresentable, let name = caseName(like: value, rawValue: literal) {
      return name
    }
    guard let text = Equality.text(literal) else { return nil }
    let bare = text.hasPrefix(".") ? String(text.dropFirst()) : text
    return names.contains(bare) ? bare : Spelling.nearest(to: bare, among: names).first
  }

  private static func caseName(like value: any RawRepresentable, rawValue: Any) -> String? {
    func open<R: RawRepresentable>(_ value: R) -> String? {
      (rawValue as? R.RawValue).flatMap(R.init(rawValue:)).flatMap(Choice.caseName(of:))
    }
    return open(value)
  }
}
