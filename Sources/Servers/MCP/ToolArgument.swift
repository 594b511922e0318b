import TodoShellCommands
import Core

/// An argument of a tool: its schema, and how its value is read.
struct ToolArgument<Value> {
  /// The properties that it adds to the schema of the tool's arguments: one, or one for each of several options.
  let members: [ToolMember]
  /// Reads its value from the arguments of a call.
  let value: (_ arguments: JSON) throws(ToolFailure) -> Value

  fileprivate init(
    _ members: [ToolMember],
    value: @escaping (_ arguments: JSON) throws(ToolFailure) -> Value
  ) {
    self.members = members
    self.value = value
  }

  fileprivate init(_ member: ToolMember, read: @escaping (JSON?) throws(ToolFailure) -> Value) {
    self.init([member]) { (arguments) throws(ToolFailure) in try read(member.value(in: arguments)) }
  }
}

/// A property in the schema of a tool's arguments.
struct ToolMember {
  let name: String
  let schema: JSON
  var isRequired = false

  /// Its value in the arguments of a call; `nil` if it was left out.
  func value(in arguments: JSON) -> JSON? {
    arguments[name].flatMap { $0 == .null ? nil : $0 }
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
    self.init(ToolMember(name: name, schema: schema, isRequired: true)) { (json) throws(ToolFailure) in
      guard let json else { throw ToolFailure("the argument '\(name)' is missing: \(summary)") }
      guard let value = try convert(json) else { throw ToolFailure("the argument '\(name)' is not \(kind)") }
      return value
    }
  }

  /// The same argument, which can be left out.
  func optional() -> ToolArgument<Value?> {
    let members = members.map { ToolMember(name: $0.name, schema: $0.schema) }
    return ToolArgument<Value?>(members) { (arguments) throws(ToolFailure) in
      members.allSatisfy { $0.value(in: arguments) == nil } ? nil : try value(arguments)
    }
  }

  fileprivate func map<Result>(_ transform: @escaping (Value) -> Result) -> ToolArgument<Result> {
    ToolArgument<Result>(members) { (arguments) throws(ToolFailure) in transform(try value(arguments)) }
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
      guard let number = json.int else {
        return json.string == nil ? nil : try line.value(.object([(name, json)]))
      }
      if number >= 0 { return "#\(number)" }
      throw ToolFailure("no moment \(number)", hint: "write \"\(number)\" for one before the current moment")
    }
  }

  /// One of several words.
  static func choice(_ name: String, _ summary: String, among words: [String]) -> ToolArgument<String> {
    let list = words.joined(separator: ", ")
    return ToolArgument(
      name,
      summary,
      "one of \(list)",
      schema: [("type", "string"), ("enum", words.json)]
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
      ToolMember(name: name, schema: ["type": "boolean", "default": false, "description": summary.json])
    ) { (json) throws(ToolFailure) in
      guard let json else { return false }
      guard let value = json.bool else {
        throw ToolFailure("the argument '\(name)' is neither true nor false")
      }
      return value
    }
  }

  /// Options of a command, as it declares them.
  ///
  /// - Parameters:
  ///   - names: Their names, such as `--depth`.
  ///   - all: All options of the command.
  static func options(_ names: [String], of all: [CommandOption]) -> ToolArgument<GivenOptions> {
    let options = names.map { name in
      guard let declared = all.first(where: { $0.names[0] == name }) else {
        preconditionFailure("The command has no option \(name).")
      }
      return option(declared)
    }
    return ToolArgument(options.flatMap(\.members)) { (arguments) throws(ToolFailure) in
      var given = GivenOptions()
      for option in options {
        let part = try option.value(arguments)
        given.words += part.words
        given.texts += part.texts
      }
      return given
    }
  }

  private static func option(_ option: CommandOption) -> ToolArgument<GivenOptions> {
    let word = option.names[0]
    let summary = option.summary
    let name = word.argumentName
    guard option.value != nil else {
      return flag(name, summary).map { GivenOptions(words: $0 ? [word] : []) }
    }
    if let range = option.range {
      return integer(name, summary, in: range).optional().map { number in
        GivenOptions(words: number.map { [word, String($0)] } ?? [])
      }
    }
    return line(name, summary).optional().map { text in
      GivenOptions(words: text.map { [word, $0.quotedAsLiteral] } ?? [], texts: [(name, text)])
    }
  }
}

/// The options of a command that are given in a call of a tool.
struct GivenOptions {
  /// The words of the command.
  var words: [String] = []
  /// Their texts by argument, to find the places of errors in.
  var texts: ToolTexts = []
}

extension String {
  /// The argument of a tool for an option of a command: `atRest` for `--at-rest`.
  var argumentName: String {
    let words = split(separator: "-")
    return words.prefix(1).joined()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
