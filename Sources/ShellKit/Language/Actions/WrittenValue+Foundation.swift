import Core
import Foundation

extension UUID: WrittenValue {
  static var writtenExample: String { "UUID(0)" }

  static func read(_ node: ValueSyntax, with reader: ValueReader) throws(Diagnostic) -> UUID {
    let argument = try reader.onlyArgument(of: UUID.self, in: node, labels: ["uuidString"]).value
    switch argument.kind {
    case .integer(let number):
      guard let number = Int(exactly: number), number >= 0 else {
        throw reader.error("the number of a UUID goes from 0 to \(Int.max)", at: argument.range)
      }
      return UUID(number)
    case .string(let text):
      guard let id = UUID(uuidString: text) else {
        throw reader.error(
          "this is no UUID",
          at: argument.range,
          remedy: "write its number, UUID(0), or 32 hexadecimal digits with four hyphens"
        )
      }
      return id
    default: throw mismatch(node, reader)
    }
  }

  func written(by _: ValueText) -> String? { asLiteral }
}

extension URL: WrittenValue {
  static var writtenExample: String { "URL(\"https://example.com\")" }

  static func read(_ node: ValueSyntax, with reader: ValueReader) throws(Diagnostic) -> URL {
    let argument = try reader.onlyArgument(of: URL.self, in: node, labels: ["string"]).value
    let text = try String.read(argument, with: reader)
    guard let url = URL(string: text) else { throw reader.error("this is no URL", at: argument.range) }
    return url
  }

  func written(by _: ValueText) -> String? { "URL(\(absoluteString.quotedAsLiteral))" }
}

extension Data: WrittenValue {
  static var writtenExample: String { "Data(base64Encoded: \"SGk=\")" }

  static func read(_ node: ValueSyntax, with reader: ValueReader) throws(Diagnostic) -> Data {
    let argument = try reader.onlyArgument(of: Data.self, in: node, labels: ["base64Encoded"]).value
    if case .array = argument.kind { return Data(try reader.elements(UInt8.self, from: argument)) }
    let text = try String.read(argument, with: reader)
    guard let data = Data(base64Encoded: text) else {
      throw reader.error(
        "this is no Base64",
        at: argument.range,
        remedy: "bytes can be written as Data([1, 2])"
      )
    }
    return data
  }

  func written(by _: ValueText) -> String? { "Data(base64Encoded: \(base64EncodedString().quotedAsLiteral))" }
}

extension Decimal: WrittenValue {
  static var writtenExample: String { "1.5" }

  static func read(_ node: ValueSyntax, with reader: ValueReader) throws(Diagnostic) -> Decimal {
    if case .enumCase("nan", nil) = node.kind { return .nan }
    switch node.kind {
    case .integer, .double:
      // From its digits: a `Double` in between would lose some.
      let digits = reader.source.slice(node.range).text.filter { $0 != "_" }
      if let number = Decimal(string: digits) { return number }
    default: break
    }
    throw mismatch(node, reader)
  }

  func written(by _: ValueText) -> String? { isNaN ? ".nan" : description }
}

extension IndexSet: WrittenValue {
  static var writtenExample: String { "[0, 2]" }

  static func read(_ node: ValueSyntax, with reader: ValueReader) throws(Diagnostic) -> IndexSet {
    let node = try reader.onlyArgument(of: IndexSet.self, in: node, labels: ["integer"]).value
    guard case .array(let elements) = node.kind else {
      if case .integer = node.kind { return IndexSet(integer: try index(node, reader)) }
      throw mismatch(node, reader)
    }
    var indices = IndexSet()
    for element in elements { indices.insert(try index(element, reader)) }
    return indices
  }

  private static func index(_ node: ValueSyntax, _ reader: ValueReader) throws(Diagnostic) -> Int {
    let index = try Int.read(node, with: reader)
    // `Int.max` has no successor, which an index set needs.
    guard (0..<Int.max).contains(index) else {
      throw reader.error("an index goes from 0 to \(Int.max - 1)", at: node.range)
    }
    return index
  }

  func written(by writer: ValueText) -> String? { writer.list(map { $0 }) }
}

extension Date: WrittenValue {
  static var writtenExample: String { "Date(\"2001-01-01T00:00:00Z\")" }

  static func read(_ node: ValueSyntax, with reader: ValueReader) throws(Diagnostic) -> Date {
    let labels = ["timeIntervalSinceReferenceDate", "timeIntervalSince1970"]
    let argument = try reader.onlyArgument(of: Date.self, in: node, labels: labels)
    switch argument.label?.text {
    case "timeIntervalSinceReferenceDate":
      return Date(timeIntervalSinceReferenceDate: try Double.read(argument.value, with: reader))
    case "timeIntervalSince1970":
      return Date(timeIntervalSince1970: try Double.read(argument.value, with: reader))
    default: break
    }
    let text = try String.read(argument.value, with: reader)
    guard let date = Date(iso8601: text) else {
      throw reader.error(
        "this is no date in ISO 8601",
        at: argument.value.range,
        remedy: "for example \(writtenExample)"
      )
    }
    return date
  }

  /// In ISO 8601, or in seconds since 2001 if there is more to it than milliseconds.
  func written(by _: ValueText) -> String? {
    let interval = timeIntervalSinceReferenceDate
    if abs(interval) < 200_000_000_000 {
      let isWhole = interval == interval.rounded()
      let text = formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
      if Date(iso8601: text) == self { return "Date(\(text.quotedAsLiteral))" }
    }
    return interval.written(by: ValueText()).map { "Date(timeIntervalSinceReferenceDate: \($0))" }
  }

  init?(iso8601 text: String) {
    guard text.utf8.count <= 40 else { return nil }
    let styles = [true, false].map { Date.ISO8601FormatStyle(includingFractionalSeconds: $0) }
    let dates = styles.lazy.compactMap { try? Date(text, strategy: $0) }
    guard let date = dates.first else { return nil }
    self = date
  }
}

extension ValueReader {
  /// The argument of a call of a type's initializer, or what is written itself where it is no call.
  ///
  /// - Parameter labels: the labels that the argument may have.
  func onlyArgument(
    of type: Any.Type,
    in node: ValueSyntax,
    labels: [String]
  ) throws(Diagnostic) -> ValueSyntax.Argument {
    guard let arguments = try call(of: type, in: node) else {
      return ValueSyntax.Argument(label: nil, value: node)
    }
    guard arguments.count == 1 else { throw mismatch(type, at: node) }
    if let label = arguments[0].label, !labels.contains(label.text) {
      throw error(
        "\(dumpTypeName(type)) has no '\(label.text)'",
        at: label.range,
        remedy: (type as? any WrittenValue.Type).map { "for example: \($0.writtenExample)" }
      )
    }
    return arguments[0]
  }
}
