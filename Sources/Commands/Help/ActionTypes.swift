import Core

extension Page {
  /// The help on action lines: the cases of the action, and how values are written.
  func actions(_ type: Any.Type) -> [String] {
    var lines = [palette(.strong, ".ACTION"), ""]
    lines += wrapped(
      """
      A line that starts with a dot sends an action in Swift syntax. The action is one turn, which 'undo' takes \
      back. Printed actions can be sent again. Tab completes cases, labels, key paths and ids; 'help .CASE' shows \
      the payload of a case.
      """
    )
    lines += ActionTypes(from: [type]).lines(self)
    lines += ["", palette(.strong, "Values")]
    return lines + listed(ActionTypes.values)
  }
}

/// The enums in an action, the action's own type first.
package struct ActionTypes {
  /// A type and its cases.
  package struct Found {
    package let title: String
    package let signatures: [String]
  }

  /// How values are written.
  static let values = #"""
    1  -0.5  true  nil  "text"  'raw' :: numbers, Booleans, nil, strings
    .active  .failure(.offline) :: cases of an enum, with their payloads
    [0, 2]  ["a": 1]  [:] :: arrays, sets and index sets; dictionaries
    0..<3  0...2  (1, y: 2) :: ranges, tuples
    1m30s  250ms  .seconds(1) :: durations
    UUID(0)  UUID("…") :: a UUID by its number or its text
    Date("2001-01-01T00:00:00Z") :: a date; without a time, midnight UTC
    URL("https://example.com") :: a URL
    Point(x: 1, y: 2) :: a struct by its stored properties, or as it is decoded
    Name(rawValue: "a") :: a raw value
    .set(\.path, value)  .toggle(\.path) :: a property change
    """#.meanings
  /// Longer lists are of no use.
  private static let most = 24

  package private(set) var found: [Found] = []
  private var seen: Set<ObjectIdentifier> = []

  init(from types: [Any.Type]) {
    var waiting = types
    while !waiting.isEmpty, found.count < Self.most {
      waiting += visit(waiting.removeFirst())
    }
  }

  /// The types with their cases, each preceded by an empty line.
  func lines(_ page: Page) -> [String] {
    found.flatMap { type in
      ["", page.palette(.strong, type.title)]
        + type.signatures.flatMap { "  \($0)".wrapped(to: page.columns, indent: 6) }
    }
  }

  /// - Returns: the types of the payloads.
  private mutating func visit(_ type: Any.Type) -> [Any.Type] {
    guard seen.insert(ObjectIdentifier(type)).inserted else { return [] }
    switch ValueSyntax(type) {
    case .optional(let wrapped): return [wrapped]
    case .changes(let root):
      let fields = Shape.of(root).properties.filter(\.isWritable)
      let signatures = fields.map { ".set(\\.\($0.name.asMember), \(dumpTypeName($0.type)))" }
      found.append(Found(title: "BindingAction of \(dumpTypeName(root))", signatures: signatures))
      return fields.map(\.type)
    case .enumeration(let enumeration):
      found.append(Found(title: dumpTypeName(type), signatures: enumeration.cases.map(\.signature)))
      return enumeration.cases.flatMap { $0.parameters.map(\.type) }
    case .literal, .structure, .other: return []
    }
  }
}
