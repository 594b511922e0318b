#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What to write instead of a literal that is no value of the type it is compared with.
enum ComparisonHint {
  /// - Returns: `nil` if there is nothing to suggest.
  static func comparing(_ left: Any?, with right: Any?) -> String? {
    guard let left, let right else { return nil }
    return hint(for: left, literal: right) ?? hint(for: right, literal: left)
  }

  /// What is wrong with the quotes of a number, a text or a truth value.
  ///
  /// - Parameters:
  ///   - value: A value.
  ///   - other: What it is compared with.
  ///   - text: That as it was written.
  /// - Returns: `nil` if it is not the quotes.
  static func quoting(_ value: Any?, with other: Any?, written text: String) -> String? {
    guard let value, let other else { return nil }
    if let words = unquoted(other, like: value) { return words }
    // What was written otherwise than as a number is no literal.
    guard Equality.text(value) != nil, Number(other) != nil, text.first?.isNumber == true else { return nil }
    return "a text is written in quotes: \"\(text)\""
  }

  /// How a text that reads as a value of another type is written as one.
  ///
  /// - Returns: `nil` if it does not read as one.
  static func unquoted(_ text: Any, like value: Any) -> String? {
    guard let text = Equality.text(text) else { return nil }
    if Number(value) != nil, Double(text)?.isFinite == true {
      return "a number is written without quotes: \(text)"
    }
    if value is Bool, text == "true" || text == "false" { return "\(text) is written without quotes" }
    return nil
  }

  private static func hint(for value: Any, literal: Any) -> String? {
    if value is any DictionaryElements, literal is [Any] {
      return "a dictionary is written [\"a\": 1], and an empty one [:]"
    }
    guard Equality.text(literal) != nil || Number(literal) != nil else { return nil }
    if value is UUID { return "an id is written UUID(0), or as the 36 characters of its text" }
    guard let names = EnumReflection.caseNames(of: type(of: value)), !names.isEmpty else { return nil }
    if let name = caseName(of: value, names, for: literal) { return "write .\(name)" }
    let shown = names.prefix(20).map { ".\($0)" }.joined(separator: ", ")
    return "its cases are \(shown)\(names.count > 20 ? ", …" : "")"
  }

  /// The case that a literal means: by its raw value, its name, or something like its name.
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
      (rawValue as? R.RawValue).flatMap(R.init(rawValue:)).flatMap(EnumReflection.caseName(of:))
    }
    return open(value)
  }
}
