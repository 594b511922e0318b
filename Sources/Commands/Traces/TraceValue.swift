import Core

/// A value of a specification, as the Informal Trace Format (ITF) writes it.
package indirect enum TraceValue: Equatable {
  case bool(Bool)
  /// The digits, without leading zeros.
  case integer(String)
  case string(String)
  case list([TraceValue])
  case tuple([TraceValue])
  case set([TraceValue])
  case map([Entry])
  case record([Field])
  /// What the format cannot express, such as an infinite set.
  case unserializable(String)

  /// A key of a map and its value.
  package struct Entry: Equatable {
    package let key: TraceValue
    package let value: TraceValue
  }

  /// A field of a record.
  package struct Field: Equatable {
    package let name: String
    package let value: TraceValue

    package init(_ name: String, _ value: TraceValue) { (self.name, self.value) = (name, value) }
  }

  /// A case of a sum type, in the form that Quint gives it.
  package static func variant(_ tag: String, _ value: TraceValue) -> Self {
    .record([Field("tag", .string(tag)), Field("value", value)])
  }

  /// The field of a record.
  subscript(name: String) -> TraceValue? {
    guard case .record(let fields) = self else { return nil }
    return fields.first { $0.name == name }?.value
  }

  /// The tag and the value of a case of a sum type.
  var variant: (tag: String, value: TraceValue)? {
    guard case .record(let fields) = self, fields.count == 2, case .string(let tag)? = self["tag"],
      let value = self["value"]
    else { return nil }
    return (tag, value)
  }
}

// Reading.
extension TraceValue {
  /// What is wrong in a file, and where.
  struct Mistake: Error {
    let path: [JSONStep]
    let message: String
    var hint: String?
  }

  /// Reads a value.
  init(_ json: JSON, at path: [JSONStep]) throws(Mistake) {
    switch json {
    case .bool(let value): self = .bool(value)
    case .string(let text): self = .string(text)
    case .number(let text):
      guard let value = Self.integer(digits: text) else {
        throw Mistake(
          path: path,
          message: "'\(text)' is not a whole number",
          hint: ##"write {"#bigint": "12"}"##
        )
      }
      self = value
    case .null: throw Mistake(path: path, message: "a trace has no null", hint: "write a record or a variant")
    case .array(let elements): self = .list(try Self.values(elements, at: path))
    case .object(let members):
      if let member = members.first(where: { $0.name.hasPrefix("#") && $0.name != "#meta" }) {
        self = try Self.special(member.name, member.value, at: path)
      } else {
        var fields: [Field] = []
        for (name, value) in members where name != "#meta" {
          // The library itf-py writes a variant without a value like this.
          let isUnit = value == .null && name == "value" && json["tag"]?.string != nil
          fields.append(Field(name, isUnit ? .tuple([]) : try Self(value, at: path + [.member(name)])))
        }
        self = .record(fields)
      }
    }
  }

  private static func values(_ elements: [JSON], at path: [JSONStep]) throws(Mistake) -> [TraceValue] {
    var values: [TraceValue] = []
    for (index, element) in elements.enumerated() {
      values.append(try Self(element, at: path + [.element(index)]))
    }
    return values
  }

  private static func special(_ name: String, _ json: JSON, at path: [JSONStep]) throws(Mistake) -> TraceValue
  {
    let path = path + [.member(name)]
    func elements(_ example: String) throws(Mistake) -> [JSON] {
      guard let elements = json.elements else {
        throw Mistake(path: path, message: "expected a list after '\(name)'", hint: "for example: \(example)")
      }
      return elements
    }
    switch name {
    case "#bigint":
      guard let value = json.string.flatMap(integer(digits:)) else {
        throw Mistake(
          path: path,
          message: "expected digits in quotes",
          hint: ##"for example: {"#bigint": "12"}"##
        )
      }
      return value
    case "#tup": return .tuple(try values(elements(##"{"#tup": [1, "a"]}"##), at: path))
    case "#set": return .set(try values(elements(##"{"#set": [1, 2]}"##), at: path))
    case "#map":
      var entries: [Entry] = []
      for (index, pair) in try elements(##"{"#map": [["key", 1]]}"##).enumerated() {
        let path = path + [.element(index)]
        guard let pair = pair.elements, pair.count == 2 else {
          throw Mistake(
            path: path,
            message: "expected a key and a value",
            hint: ##"for example: ["key", 1]"##
          )
        }
        let values = try values(pair, at: path)
        entries.append(Entry(key: values[0], value: values[1]))
      }
      return .map(entries)
    case "#unserializable": return .unserializable(json.string ?? json.text)
    default:
      throw Mistake(
        path: path,
        message: "unknown form of a value '\(name)'",
        hint: "the forms are #bigint, #tup, #set, #map and #unserializable"
      )
    }
  }

  /// A whole number of any size.
  private static func integer(digits text: String) -> TraceValue? {
    let isNegative = text.hasPrefix("-")
    let digits = text.dropFirst(isNegative ? 1 : 0)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }) else { return nil }
    let significant = digits.drop { $0 == "0" }
    return .integer(significant.isEmpty ? "0" : (isNegative ? "-" : "") + significant)
  }
}

// Values of Swift.
extension TraceValue {
  /// The value of a feature in the terms of a specification: structures are records, enums are variants, an optional is the
  /// variant `Some` or `None`, and identifiers, dates and fractions are texts.
  package init(_ value: Any?) {
    guard let value = value.flatMap({ flattened($0) }) else {
      self = .variant("None", .tuple([]))
      return
    }
    switch JSON.scalar(value) {
    case .bool(let value)?: self = .bool(value)
    case .number(let text)?: self = Self.integer(digits: text) ?? .string(text)
    case .string(let text)?: self = .string(text)
    default: self = Self.composed(value)
    }
  }

  private static func composed(_ value: Any) -> TraceValue {
    if let dictionary = value as? [AnyHashable: Any] {
      return .map(
        dictionary.map { Entry(key: TraceValue($0.key.base), value: TraceValue($0.value)) }.sorted {
          $0.key.text < $1.key.text
        }
      )
    }
    if let collection = collection(value) {
      let values = collection.allElements.map { TraceValue($0) }
      return collection.isUnordered ? .set(values) : .list(values)
    }
    if let name = Choice.caseName(of: value) { return .variant(name, payload(Choice.payload(of: value))) }
    let shape = Shape.of(value: value)
    guard let record = shape.tuple ?? shape.structure, let values = record.storedValues(of: value) else {
      return .unserializable(actionText(value))
    }
    return payload(zip(record.stored, values).filter { !$0.0.isHidden }.map { ($0.label, $1) }, isWhole: true)
  }

  /// - Parameter isWhole: Whether the parts are those of a structure or tuple, rather than the values of a case.
  private static func payload(_ parts: [(label: String?, value: Any)], isWhole: Bool = false) -> TraceValue {
    if !isWhole, parts.count == 1, parts[0].label == nil { return TraceValue(parts[0].value) }
    guard !parts.isEmpty, parts.allSatisfy({ $0.label != nil }) else {
      return .tuple(parts.map { TraceValue($0.value) })
    }
    return .record(parts.map { Field($0.label ?? "", TraceValue($0.value)) })
  }
}

// Comparing.
extension TraceValue {
  /// Whether a value of a feature is what a specification says.
  ///
  /// Specifications abstract from details: a record is compared by the fields that it names, whatever others a structure
  /// has. A list and a tuple are the same, and so are a list and a map from its positions, counted from 0 or 1. A variant
  /// without a value and the text of its tag are the same; the first letter of a tag may be a capital. `Some(x)` is also
  /// `x`.
  func describes(_ actual: TraceValue) -> Bool {
    switch (self, actual) {
    case (.record, _) where variant != nil: return describesVariant(actual)
    case (_, .record) where actual.variant != nil:
      guard let (tag, value) = actual.variant, value == .tuple([]), case .string(let text) = self else {
        return false
      }
      return text.isTag(tag)
    case (.bool, .bool), (.integer, .integer), (.string, .string): return self == actual
    case (.list(let mine), .list(let others)), (.list(let mine), .tuple(let others)),
      (.tuple(let mine), .list(let others)), (.tuple(let mine), .tuple(let others)):
      return mine.count == others.count && zip(mine, others).allSatisfy { $0.describes($1) }
    case (.set(let mine), .set(let others)), (.set(let mine), .list(let others)):
      return mine.allSatisfy { mine in others.contains { mine.describes($0) } }
        && others.allSatisfy { other in mine.contains { $0.describes(other) } }
    case (.map(let mine), .map(let others)):
      return mine.count == others.count
        && mine.allSatisfy { mine in
          others.contains { mine.key.describes($0.key) && mine.value.describes($0.value) }
        }
    case (.map(let mine), .list(let others)):
      let first = mine.contains { $0.key == .integer("0") } ? 0 : 1
      return mine.count == others.count
        && others.enumerated().allSatisfy { index, other in
          mine.first { $0.key == .integer("\(index + first)") }?.value.describes(other) ?? false
        }
    case (.record(let mine), .record):
      return mine.allSatisfy { mine in actual[mine.name].map(mine.value.describes) ?? false }
    default: return false
    }
  }

  private func describesVariant(_ actual: TraceValue) -> Bool {
    guard let (tag, value) = variant else { return false }
    if let (otherTag, other) = actual.variant {
      if tag.isTag(otherTag) { return value.describes(other) || value.isUnit && other.isUnit }
    }
    if tag == "Some" { return value.describes(actual) }
    if case .string(let text) = actual { return value.isUnit && tag.isTag(text) }
    return false
  }

  /// Whether it is what Quint and Apalache give a variant without a value.
  private var isUnit: Bool { [.tuple([]), .record([]), .string("U_OF_UNIT")].contains(self) }
}

extension String {
  /// Whether both are the same apart from the case of the first letter.
  fileprivate func isTag(_ other: String) -> Bool {
    self == other
      || dropFirst() == other.dropFirst() && prefix(1).lowercased() == other.prefix(1).lowercased()
  }
}

// Writing.
extension TraceValue {
  /// The value in the notation of Quint: `Set(1, 2)`, `{ id: 1, isDone: true }`.
  package var text: String {
    switch self {
    case .bool(let value): "\(value)"
    case .integer(let digits): digits
    case .string(let text): text.quotedAsLiteral
    case .list(let elements): "[\(Self.text(elements))]"
    case .tuple(let elements): "(\(Self.text(elements)))"
    case .set(let elements): "Set(\(Self.text(elements)))"
    case .map(let entries):
      "Map(\(entries.map { "\($0.key.text) -> \($0.value.text)" }.joined(separator: ", ")))"
    case .unserializable(let text): text
    case .record(let fields):
      if let (tag, value) = variant {
        value.isUnit ? tag : "\(tag)(\(value.text))"
      } else {
        fields.isEmpty ? "{}" : "{ \(fields.map { "\($0.name): \($0.value.text)" }.joined(separator: ", ")) }"
      }
    }
  }

  private static func text(_ values: [TraceValue]) -> String { values.map(\.text).joined(separator: ", ") }

  /// The value in the format.
  package var json: JSON {
    switch self {
    case .bool(let value): .bool(value)
    case .integer(let digits): ["#bigint": .string(digits)]
    case .string(let text): .string(text)
    case .list(let elements): .array(elements.map(\.json))
    case .tuple(let elements): ["#tup": .array(elements.map(\.json))]
    case .set(let elements): ["#set": .array(elements.map(\.json))]
    case .map(let entries): ["#map": .array(entries.map { [$0.key.json, $0.value.json] })]
    case .record(let fields): .object(fields.map { ($0.name, $0.value.json) })
    case .unserializable(let text): ["#unserializable": .string(text)]
    }
  }

  /// Whether the format can express all of it.
  package var isSerializable: Bool {
    switch self {
    case .bool, .integer, .string: true
    case .list(let elements), .set(let elements), .tuple(let elements): elements.allSatisfy(\.isSerializable)
    case .map(let entries): entries.allSatisfy { $0.key.isSerializable && $0.value.isSerializable }
    case .record(let fields): fields.allSatisfy(\.value.isSerializable)
    case .unserializable: false
    }
  }

  /// The value as an argument of a command, or in an action; `nil` if it has no such text.
  var argument: String? {
    switch self {
    case .bool, .integer, .string: return text
    case .list(let elements), .set(let elements), .tuple(let elements):
      let texts = elements.compactMap(\.argument)
      return texts.count == elements.count ? "[\(texts.joined(separator: ", "))]" : nil
    case .record:
      guard let (tag, value) = variant else { return nil }
      if tag == "Some" { return value.argument }
      return value.isUnit ? tag : nil
    case .map, .unserializable: return nil
    }
  }
}
