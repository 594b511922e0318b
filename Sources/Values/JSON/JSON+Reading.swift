import Core

/// Reading JSON, and its members.
extension JSON {
  /// Parses a JSON text.
  ///
  /// Of members with the same name, the last one counts.
  ///
  /// - Throws: ``JSONSyntaxError`` if the text is not JSON in UTF-8, or nested more than 500 levels deep.
  /// - Complexity: O(*n*) in the length of the text.
  package init(parsing bytes: some Sequence<UInt8>) throws(JSONSyntaxError) {
    var parser = JSONParser(Array(bytes))
    self = try parser.parse()
  }

  /// The member of an object; `nil` if there is none.
  package subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The text, if it is a string.
  package var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The number, if it is a whole one, in any spelling: `10`, `10.0`, `1e1`.
  package var int: Int? {
    guard case .number(let text) = self else { return nil }
    // Beyond 2⁵³, a Double would be a neighbour of the number.
    return Int(text) ?? Double(text).flatMap { $0.magnitude < 0x1p53 ? Int(exactly: $0) : nil }
  }

  /// The truth value, if it is one.
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The elements, if it is an array.
  package var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

  /// Whether it is an object.
  package var isObject: Bool { if case .object = self { true } else { false } }
}

/// A text is not JSON, or nested too deeply.
package struct JSONSyntaxError: Error {
  /// The value of a text that is nested too deeply, with `null` for the deepest parts.
  package var outline: JSON?
  /// The problem, in words that follow the name of the text.
  package var problem: String {
    outline == nil ? "is not JSON" : "is nested more than \(JSONParser.deepest) levels deep"
  }
}
