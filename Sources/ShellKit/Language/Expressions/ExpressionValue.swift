import Core

/// What an expression came to: any Swift value, or `nil`.
public struct ExpressionValue {
  /// The value without optionals around it.
  public let wrapped: Any?

  init(_ wrapped: Any?) {
    self.wrapped = wrapped
  }

  /// The type as it is named in errors.
  public var typeName: String { Reflection.typeName(of: wrapped) }

  /// The value for a person to read: on one line as Swift source if it is small, otherwise as `dump` writes
  /// it.
  ///
  /// Strings are quoted and their control characters escaped, so that `"1"` can be told from `1`.
  public func formatted(dump: (Any) -> String) -> String {
    if let short = ValueText.short(wrapped) { return short }
    return wrapped.map(dump) ?? "nil"
  }
}

/// A case written in an expression, which has no type of its own: `.active`.
struct CaseLiteral {
  let name: String
  let arguments: [(label: String?, value: Any?)]
}

extension CaseLiteral: CustomDumpStringConvertible {
  var customDumpDescription: String { actionText(self) }
}

/// As a key of a dictionary one is told from another by what was written.
extension CaseLiteral: Hashable {
  static func == (lhs: CaseLiteral, rhs: CaseLiteral) -> Bool { actionText(lhs) == actionText(rhs) }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
