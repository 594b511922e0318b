import Core
import Foundation

/// Reading JSON, and its members.
extension JSON {
  /// Parses a JSON text.
  ///
  /// The order of an object's members is not kept, and of members with the same name the last one counts.
  ///
  /// - Throws: ``JSONSyntaxError`` if the text is not JSON in UTF-8, or nested more than 500 levels deep.
  /// - Complexity: O(*n*) in the length of the text.
  package init(parsing bytes: some Sequence<UInt8>) throws(JSONSyntaxError) {
    do {
      self = try JSONDecoder().decode(Parsed.self, from: Data(bytes)).json
    } catch {
      throw JSONSyntaxError()
    }
  }

  /// The member of an object; `nil` if there is none.
  package subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The text, if it is a string.
  package var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The number, if it is a whole one.
  package var int: Int? { if case .number(let text) = self { Int(text) } else { nil } }

  /// The truth value, if it is one.
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The elements, if it is an array.
  package var elements: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

  /// Whether it is an object.
  package var isObject: Bool { if case .object = self { true } else { false } }
}

/// A text is not JSON.
package struct JSONSyntaxError: Error {}

/// A value of unknown shape: each is asked for what it is, strings first because they are the most frequent.
private struct Parsed: Decodable {
  let json: JSON

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      json = .string(text)
    } else if let members = try? decoder.container(keyedBy: Name.self) {
      json = .object(
        try members.allKeys.sorted { $0.stringValue < $1.stringValue }.map {
          ($0.stringValue, try members.decode(Parsed.self, forKey: $0).json)
        }
      )
    } else if var elements = try? decoder.unkeyedContainer() {
      var array: [JSON] = []
      while !elements.isAtEnd { array.append(try elements.decode(Parsed.self).json) }
      json = .array(array)
    } else if let number = try? value.decode(Int.self) {
      json = .number(number)
    } else if let number = try? value.decode(UInt64.self) {
      json = .number("\(number)")
    } else if let number = try? value.decode(Double.self) {
      json = .number("\(number)")
    } else if let truth = try? value.decode(Bool.self) {
      json = .bool(truth)
    } else if value.decodeNil() {
      json = .null
    } else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "the number is too large")
    }
  }
}
