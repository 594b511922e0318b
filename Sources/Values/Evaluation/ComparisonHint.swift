import Core

/// Hints for a comparison with a literal of another type.
enum ComparisonHint {
  /// - Returns: `nil` if there is nothing to suggest.
  static func comparing(_ left: Term, _ first: Shape?, with right: Term, _ second: Shape?)
    -> String?
  {
    guard let first, let second else { return nil }
    return hint(for: first, literal: right, second) ?? hint(for: second, literal: left, first)
      ?? quotes(for: first, right) ?? quotes(for: second, left)
  }

  /// The hint for missing or surplus quotes around a number, a string or a Bool.
  private static func quotes(for type: Shape, _ literal: Term) -> String? {
    if let words = unquoted(literal.constant?.any, like: type) { return words }
    // Only a value that was written as a number is a literal.
    guard type.has(.text), literal.constant?.shape?.has(.number) == true else { return nil }
    return "write a string in quotes: \"\(literal.shown)\""
  }

  /// The hint for a string that reads as a value of another type.
  ///
  /// - Returns: `nil` if it does not.
  static func unquoted(_ value: Any?, like type: Shape) -> String? {
    guard let text = text(of: value) else { return nil }
    if type.has(.number), Double(text)?.isFinite == true {
      return "write a number without quotes: \(text)"
    }
    if type.type == Bool.self, text == "true" || text == "false" {
      return "write \(text) without quotes"
    }
    return nil
  }

  private static func hint(for type: Shape, literal: Term, _ other: Shape) -> String? {
    if type.kind == .table, case .array = literal.node.kind {
      return "write a dictionary as [\"a\": 1], an empty one as [:]"
    }
    guard other.has(.text) || other.has(.number) else { return nil }
    if type.type == UUID.self { return "write an id as UUID(0) or as a 36-character string" }
    guard let names = Choice.names(of: type.type), !names.isEmpty else { return nil }
    if let value = literal.constant?.any, let name = caseName(type, names, for: value) {
      return "write .\(name)"
    }
    return "its cases are \(names.map { ".\($0)" }.firstListed)"
  }

  /// The case that a literal most likely means: by raw value, by name, or by a similar name.
  private static func caseName(_ type: Shape, _ names: [String], for literal: Any) -> String? {
    if let type = type.rawRepresentable, let value = ExpressionKey.represented(literal, type) {
      return Choice.caseName(of: value)
    }
    guard let text = text(of: literal) else { return nil }
    let bare = text.hasPrefix(".") ? String(text.dropFirst()) : text
    return names.contains(bare) ? bare : Spelling.nearest(to: bare, among: names).first
  }
}
