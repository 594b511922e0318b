import Core

/// A type whose JSON form is described by a schema.
package protocol JSONDescribed: JSONMemberValue {
  /// The JSON Schema of the form.
  static func schema(_ definitions: inout JSONDefinitions) -> JSON
  var json: JSON { get }
}

/// A type whose JSON form is an object.
///
/// The members are listed once; the output, its schema and `help json` are derived from that list.
package protocol JSONObject: JSONDescribed {
  /// Its title in the schema: by default, the name of the type.
  static var title: String { get }
  static var members: [JSONMember<Self>] { get }
}

/// A member of a JSON object.
package struct JSONMember<Owner>: Sendable {
  package let name: String
  /// A short description.
  package let summary: String
  /// Whether every object has it.
  package var isRequired = true
  package let schema: @Sendable (inout JSONDefinitions) -> JSON
  package let value: @Sendable (Owner) -> JSON?

  /// The same member for an object that contains the owner, or may contain it.
  package func of<Outer>(
    isRequired: Bool = true,
    _ owner: @escaping @Sendable (Outer) -> Owner?
  ) -> JSONMember<Outer> {
    JSONMember<Outer>(
      name: name,
      summary: summary,
      isRequired: isRequired && self.isRequired,
      schema: schema,
      value: { [value] in owner($0).flatMap(value) }
    )
  }

  /// How a member is listed after its name: by its summary, if a stored property has that name, or with what computes its
  /// value.
  package struct Form: ExpressibleByStringLiteral {
    fileprivate let members: (_ name: String) -> [JSONMember]

    package init(stringLiteral summary: String) {
      members = { JSONMember.stored($0, summary) }
    }

    private init(members: @escaping (String) -> [JSONMember]) { self.members = members }

    /// A member with a computed value; without one, it is omitted.
    package static func value<Value: JSONMemberValue>(
      _ summary: String,
      _ value: @escaping @Sendable (Owner) -> Value
    ) -> Form {
      Form { Value.members($0, summary).map { $0.of(value) } }
    }

    /// A member with a schema of its own.
    package static func json(
      _ summary: String,
      of schema: JSON,
      _ value: @escaping @Sendable (Owner) -> JSON
    ) -> Form {
      Form { [JSONMember(name: $0, summary: summary, schema: { _ in schema }, value: value)] }
    }
  }

  /// The members of a list.
  package static func list(_ forms: KeyValuePairs<String, Form>) -> [JSONMember] {
    forms.flatMap { name, form in form.members(name) }
  }

  /// The members that a stored property makes.
  private static func stored(_ name: String, _ summary: String) -> [JSONMember] {
    guard let part = Shape.of(Owner.self).record?.part(named: name),
      let type = part.type as? any JSONMemberValue.Type
    else { preconditionFailure("\(Owner.self) has no stored property '\(name)' with a JSON form") }
    func members<Value: JSONMemberValue>(_: Value.Type) -> [JSONMember] {
      Value.members(name, summary).map { member in
        member.of { owner in
          withUnsafePointer(to: owner) { owner in
            part.read(in: owner) { $0.assumingMemoryBound(to: Value.self).pointee }
          }
        }
      }
    }
    return members(type)
  }
}

/// A type of what members of a JSON object are made from.
package protocol JSONMemberValue: SendableMetatype {
  /// The members that a value makes under a name.
  static func members(_ name: String, _ summary: String) -> [JSONMember<Self>]
}

extension JSONDescribed {
  package static func members(_ name: String, _ summary: String) -> [JSONMember<Self>] {
    [JSONMember(name: name, summary: summary, schema: { schema(&$0) }, value: { $0.json })]
  }
}

extension Optional: JSONMemberValue where Wrapped: JSONMemberValue {
  package static func members(_ name: String, _ summary: String) -> [JSONMember<Self>] {
    Wrapped.members(name, summary).map { $0.of(isRequired: false) { $0 } }
  }
}

/// A virtual time, in the shell's notation and as a number.
extension Duration: JSONMemberValue {
  package static func members(_ name: String, _ summary: String) -> [JSONMember<Self>] {
    let number = name == "time" ? "nanoseconds" : name + "Nanoseconds"
    return String.members(name, summary).map { $0.of { $0.formatted } }
      + [
        JSONMember(
          name: number,
          summary: "the same in nanoseconds",
          schema: { Int.schema(&$0) },
          value: { .number("\($0.nanoseconds)") }
        )
      ]
  }
}

extension JSONObject {
  package static var title: String { "\(Self.self)" }

  /// The members of a list, for ``members``.
  package static func fields(_ forms: KeyValuePairs<String, JSONMember<Self>.Form>) -> [JSONMember<Self>] {
    JSONMember.list(forms)
  }

  /// The members of a part, which are members of the whole, too.
  package static func fields<Part: JSONObject>(
    of part: @escaping @Sendable (Self) -> Part?,
    isRequired: Bool = true
  ) -> [JSONMember<Self>] {
    Part.members.map { $0.of(isRequired: isRequired, part) }
  }

  package var json: JSON {
    .object(Self.members.compactMap { member in member.value(self).map { (member.name, $0) } })
  }

  package static func schema(_ definitions: inout JSONDefinitions) -> JSON {
    definitions.add(Self.self)
    return ["$ref": "#/$defs/\(title)"]
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
  package var json: JSON { .object(all.inOrderOfKeys.map { ($0.key, $0.value) }) }

  package mutating func add<Object: JSONObject>(_: Object.Type) {
    guard all[Object.title] == nil else { return }
    // An object may contain others of its own type.
    all[Object.title] = .null
    all[Object.title] = object(Object.members, isDescribed: !isBrief)
  }

  /// The schema of an object with the given members, after one that has a fixed value.
  package mutating func object<Owner>(
    _ members: [JSONMember<Owner>],
    kind: KeyValuePairs<String, String> = [:],
    isDescribed: Bool = true
  ) -> JSON {
    var properties = kind.map { ($0, ["const": $1.json] as JSON) }
    for member in members {
      properties.append((member.name, isDescribed ? described(member) : member.schema(&self)))
    }
    let required = kind.map(\.key) + members.filter(\.isRequired).map(\.name)
    return [
      "type": "object",
      "properties": .object(properties),
      "required": required.json,
      "additionalProperties": isBrief ? nil : .bool(false),
    ]
  }

  private mutating func described<Owner>(_ member: JSONMember<Owner>) -> JSON {
    guard case .object(let members) = member.schema(&self) else {
      return ["description": member.summary.json]
    }
    return .object([("description", member.summary.json)] + members)
  }
}

extension Int: JSONDescribed {
  package static func schema(_: inout JSONDefinitions) -> JSON { ["type": "integer"] }
  package var json: JSON { .number(self) }
}

extension Double: JSONDescribed {
  package static func schema(_: inout JSONDefinitions) -> JSON { ["type": "number"] }
  package var json: JSON { isFinite ? .number("\(self)") : "\(self)" }
}

extension Bool: JSONDescribed {
  package static func schema(_: inout JSONDefinitions) -> JSON { ["type": "boolean"] }
  package var json: JSON { .bool(self) }
}

extension String: JSONDescribed {
  package static func schema(_: inout JSONDefinitions) -> JSON { ["type": "string"] }
  package var json: JSON { .string(self) }
}

extension Array: JSONDescribed, JSONMemberValue where Element: JSONDescribed {
  package static func schema(_ definitions: inout JSONDefinitions) -> JSON {
    ["type": "array", "items": Element.schema(&definitions)]
  }
  package var json: JSON { .array(map(\.json)) }
}

/// An arbitrary value, such as a state, whose form the feature determines.
extension JSON: JSONDescribed {
  package static func schema(_: inout JSONDefinitions) -> JSON { true }
  package var json: JSON { self }
}

extension Duration {
  /// The whole nanoseconds; the number for a duration of centuries exceeds `Int`.
  package var nanoseconds: Int128 { exactAttoseconds / 1_000_000_000 }
}
