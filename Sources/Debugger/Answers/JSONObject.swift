import Core

/// A type whose JSON form is described by a schema.
package protocol JSONDescribed: SendableMetatype {
  /// The JSON Schema of the form.
  static func schema(_ definitions: inout JSONDefinitions) -> JSON
  var json: JSON { get }
}

/// A type whose JSON form is an object.
///
/// The members are listed once; the output, its schema and `help json` are derived from that list.
package protocol JSONObject: JSONDescribed {
  /// Its title in the schema.
  static var title: String { get }
  static var members: [JSONMember<Self>] { get }
}

/// A member of a JSON object.
package struct JSONMember<Owner>: Sendable {
  package let name: String
  /// A short description.
  package let summary: String
  /// Whether every object has it.
  package let isRequired: Bool
  package let schema: @Sendable (inout JSONDefinitions) -> JSON
  package let value: @Sendable (Owner) -> JSON?

  /// A required member.
  package init<Value: JSONDescribed>(
    _ name: String,
    _ summary: String,
    _ value: @escaping @Sendable (Owner) -> Value
  ) {
    self.name = name
    self.summary = summary
    isRequired = true
    schema = { Value.schema(&$0) }
    self.value = { value($0).json }
  }

  /// A member that is omitted if it has no value.
  package init<Value: JSONDescribed>(
    optional name: String,
    _ summary: String,
    _ value: @escaping @Sendable (Owner) -> Value?
  ) {
    self.name = name
    self.summary = summary
    isRequired = false
    schema = { Value.schema(&$0) }
    self.value = { value($0)?.json }
  }

  /// The same member for an object that contains the owner.
  package func of<Outer>(_ owner: @escaping @Sendable (Outer) -> Owner) -> JSONMember<Outer> {
    JSONMember<Outer>(
      name: name,
      summary: summary,
      isRequired: isRequired,
      schema: schema,
      value: { [value] in value(owner($0)) }
    )
  }

  /// The same member for an object that may contain the owner, omitted otherwise.
  package func of<Outer>(optional owner: @escaping @Sendable (Outer) -> Owner?) -> JSONMember<Outer> {
    JSONMember<Outer>(
      name: name,
      summary: summary,
      isRequired: false,
      schema: schema,
      value: { [value] in owner($0).flatMap(value) }
    )
  }

  /// A member with a schema of its own.
  package init(
    name: String,
    summary: String,
    isRequired: Bool,
    schema: @escaping @Sendable (inout JSONDefinitions) -> JSON,
    value: @escaping @Sendable (Owner) -> JSON?
  ) {
    self.name = name
    self.summary = summary
    self.isRequired = isRequired
    self.schema = schema
    self.value = value
  }

  /// A virtual time, in the shell's notation and as a number.
  package static func time(
    _ name: String = "time",
    _ summary: String = "virtual time",
    _ value: @escaping @Sendable (Owner) -> Duration
  ) -> [Self] {
    optionalTime(name, summary, isRequired: true, value)
  }

  /// The same, omitted if there is no value.
  package static func optionalTime(
    _ name: String,
    _ summary: String,
    isRequired: Bool = false,
    _ value: @escaping @Sendable (Owner) -> Duration?
  ) -> [Self] {
    let number = name == "time" ? "nanoseconds" : name + "Nanoseconds"
    return [
      Self(
        name: name,
        summary: summary,
        isRequired: isRequired,
        schema: { String.schema(&$0) },
        value: { value($0).map { .string($0.formatted) } }
      ),
      Self(
        name: number,
        summary: "the same in nanoseconds",
        isRequired: isRequired,
        schema: { Int.schema(&$0) },
        value: { value($0).map { .number("\($0.nanoseconds)") } }
      ),
    ]
  }
}

extension JSONObject {
  package var json: JSON {
    .object(Self.members.compactMap { member in member.value(self).map { (member.name, $0) } })
  }

  package static func schema(_ definitions: inout JSONDefinitions) -> JSON {
    definitions.add(Self.self)
    return .object(["$ref": .string("#/$defs/\(title)")])
  }
}

/// The definitions of a schema by title.
package struct JSONDefinitions {
  private var all: [String: JSON] = [:]
  private let isBrief: Bool

  /// - Parameter isBrief: Whether to describe only the members of top-level objects, and to allow members that are
  ///   added later.
  package init(isBrief: Bool = false) { self.isBrief = isBrief }

  package var isEmpty: Bool { all.isEmpty }

  /// The member `$defs` of a schema.
  package var json: JSON { .object(all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }) }

  package mutating func add<Object: JSONObject>(_: Object.Type) {
    guard all[Object.title] == nil else { return }
    // An object may contain others of its own type.
    all[Object.title] = .null
    all[Object.title] = object(Object.members, [], isDescribed: !isBrief)
  }

  /// The schema of an object with the given members.
  package mutating func object<Owner>(_ members: [JSONMember<Owner>], kind: (name: String, value: String)...)
    -> JSON
  {
    object(members, kind, isDescribed: true)
  }

  private mutating func object<Owner>(
    _ members: [JSONMember<Owner>],
    _ kind: [(name: String, value: String)],
    isDescribed: Bool
  ) -> JSON {
    var properties = kind.map { ($0.name, JSON.object(["const": .string($0.value)])) }
    for member in members {
      properties.append((member.name, isDescribed ? described(member) : member.schema(&self)))
    }
    let required = kind.map(\.name) + members.filter(\.isRequired).map(\.name)
    return [
      "type": "object",
      "properties": .object(properties),
      "required": required.json,
      "additionalProperties": isBrief ? nil : .bool(false),
    ]
  }

  private mutating func described<Owner>(_ member: JSONMember<Owner>) -> JSON {
    guard case .object(let members) = member.schema(&self) else {
      return .object(["description": .string(member.summary)])
    }
    return .object([("description", .string(member.summary))] + members)
  }
}

extension Int: JSONDescribed {
  package static func schema(_: inout JSONDefinitions) -> JSON { .object(["type": .string("integer")]) }
  package var json: JSON { .number(self) }
}

extension Double: JSONDescribed {
  package static func schema(_: inout JSONDefinitions) -> JSON { .object(["type": .string("number")]) }
  package var json: JSON { isFinite ? .number("\(self)") : .string("\(self)") }
}

extension Bool: JSONDescribed {
  package static func schema(_: inout JSONDefinitions) -> JSON { .object(["type": .string("boolean")]) }
  package var json: JSON { .bool(self) }
}

extension String: JSONDescribed {
  package static func schema(_: inout JSONDefinitions) -> JSON { .object(["type": .string("string")]) }
  package var json: JSON { .string(self) }
}

extension Array: JSONDescribed where Element: JSONDescribed {
  package static func schema(_ definitions: inout JSONDefinitions) -> JSON {
    .object(["type": .string("array"), "items": Element.schema(&definitions)])
  }
  package var json: JSON { .array(map(\.json)) }
}

/// An arbitrary value, such as a state, whose form the feature determines.
extension JSON: JSONDescribed {
  package static func schema(_: inout JSONDefinitions) -> JSON { .bool(true) }
  package var json: JSON { self }
}

extension Duration {
  /// The whole nanoseconds; the number for a duration of centuries exceeds `Int`.
  package var nanoseconds: Int128 {
    let (seconds, attoseconds) = components
    return Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000)
  }
}
