import Commands
import Core

/// An argument of a tool: its schema, and how its value is read.
struct ToolArgument<Value> {
  let name: String
  let isRequired: Bool
  let schema: JSON
  private let read: (JSON?) throws(ToolFailure) -> Value

  fileprivate init(
    _ name: String,
    isRequired: Bool,
    schema: JSON,
    read: @escaping (JSON?) throws(ToolFailure) -> Value
  ) {
    self.name = name
    self.isRequired = isRequired
    self.schema = schema
    self.read = read
  }

  /// The value in the arguments of a call.
  func value(in arguments: JSON) throws(ToolFailure) -> Value {
    let given = arguments[name]
    return try read(given == .null ? nil : given)
  }
}

extension ToolArgument {
  /// A required argument.
  fileprivate init(
    _ name: String,
    _ summary: String,
    _ kind: String,
    schema: [(String, JSON)],
    convert: @escaping (JSON) throws(ToolFailure) -> Value?
  ) {
    let schema = JSON.object(schema + [("description", summary.json)])
    self.init(name, isRequired: true, schema: schema) { (json) throws(ToolFailure) in
      guard let json else { throw ToolFailure("the argument '\(name)' is missing: \(summary)") }
      guard let value = try convert(json) else { throw ToolFailure("the argument '\(name)' is not \(kind)") }
      return value
    }
  }

  /// The same argument, which can be left out.
  func optional() -> ToolArgument<Value?> {
    let read = read
    return ToolArgument<Value?>(name, isRequired: false, schema: schema) { (json) throws(ToolFailure) in
      guard let json else { return nil }
      return try read(json)
    }
  }
}

/// The arguments of tools.
enum Input {
  /// A text of one line: a part of a command.
  static func line(_ name: String, _ summary: String) -> ToolArgument<String> {
    ToolArgument(name, summary, "a string", schema: [("type", "string")]) {
      (json) throws(ToolFailure) in
      try json.string.map { (text) throws(ToolFailure) in
        // A second line would be another command.
        guard !text.contains(where: \.isLineBreak) else {
          throw ToolFailure("the argument '\(name)' has several lines")
        }
        return text
      }
    }
  }

  /// A moment: its number, or any other form that commands accept.
  static func moment(_ name: String, _ summary: String) -> ToolArgument<String> {
    let line = line(name, summary)
    return ToolArgument(
      name,
      summary + ": a number, '@1s' (virtual time), a mark, 'start', 'end', '-1' or '+1' (relative)",
      "a moment",
      schema: [("type", ["integer", "string"])]
    ) { (json) throws(ToolFailure) in
      if let number = json.int { return "#\(number)" }
      return json.string == nil ? nil : try line.value(in: .object([(name, json)]))
    }
  }

  /// One of several words.
  static func choice(_ name: String, _ summary: String, among words: [String]) -> ToolArgument<String> {
    let list = words.joined(separator: ", ")
    return ToolArgument(
      name,
      summary,
      "one of \(list)",
      schema: [("type", "string"), ("enum", .array(words.map(JSON.string)))]
    ) { $0.string.flatMap { words.contains($0) ? $0 : nil } }
  }

  /// Several texts.
  static func lines(_ name: String, _ summary: String) -> ToolArgument<[String]> {
    ToolArgument(
      name,
      summary,
      "an array of strings",
      schema: [("type", "array"), ("items", ["type": "string"])]
    ) { json in
      guard let elements = json.elements else { return nil }
      let texts = elements.compactMap(\.string)
      return texts.count == elements.count ? texts : nil
    }
  }

  /// A whole number in a range.
  static func integer(_ name: String, _ summary: String, in range: ClosedRange<Int>) -> ToolArgument<Int> {
    ToolArgument(
      name,
      summary,
      "a whole number from \(range.lowerBound) to \(range.upperBound)",
      schema: [
        ("type", "integer"), ("minimum", range.lowerBound.json),
        ("maximum", range.upperBound.json),
      ]
    ) { $0.int.flatMap { range.contains($0) ? $0 : nil } }
  }

  /// Something that is false if it is left out.
  static func flag(_ name: String, _ summary: String) -> ToolArgument<Bool> {
    ToolArgument(
      name,
      isRequired: false,
      schema: ["type": "boolean", "default": false, "description": summary.json]
    ) { (json) throws(ToolFailure) in
      guard let json else { return false }
      guard let value = json.bool else {
        throw ToolFailure("the argument '\(name)' is neither true nor false")
      }
      return value
    }
  }
}
