import Core

extension UUID: SwiftSourceConvertible {
  func source(by _: ValueText) -> String? {
    asLiteral.hasSuffix("\")") ? "UUID(uuidString: \(uuidString.quotedAsSwift))!" : asLiteral
  }
}

extension Date: SwiftSourceConvertible {
  func source(by writer: ValueText) -> String? {
    writer.text(timeIntervalSinceReferenceDate).map { "Date(timeIntervalSinceReferenceDate: \($0))" }
  }
}

extension DateInterval: SwiftSourceConvertible {
  func source(by writer: ValueText) -> String? {
    guard let start = writer.text(start), let duration = writer.text(duration) else { return nil }
    return "DateInterval(start: \(start), duration: \(duration))"
  }
}

extension TimeZone: SwiftSourceConvertible {
  func source(by _: ValueText) -> String? { "TimeZone(identifier: \(identifier.quotedAsSwift))!" }
}

extension Locale: SwiftSourceConvertible {
  func source(by _: ValueText) -> String? { "Locale(identifier: \(identifier.quotedAsSwift))" }
}

extension URL: SwiftSourceConvertible {
  /// - Returns: `nil` for a URL with a base, which is not a part of its string.
  func source(by _: ValueText) -> String? {
    baseURL == nil ? "URL(string: \(absoluteString.quotedAsSwift))!" : nil
  }
}

extension URLComponents: SwiftSourceConvertible {
  func source(by _: ValueText) -> String? {
    string.map { "URLComponents(string: \($0.quotedAsSwift))!" }
  }
}

extension Data: SwiftSourceConvertible {
  func source(by _: ValueText) -> String? {
    "Data(base64Encoded: \(base64EncodedString().quotedAsSwift))!"
  }
}

extension Decimal: SwiftSourceConvertible {
  /// A literal would be converted to `Double` first.
  func source(by _: ValueText) -> String? {
    isNaN ? "Decimal.nan" : "Decimal(string: \(description.quotedAsSwift))!"
  }
}
