import Core

extension HelpText {
  /// All about lines that are actions: which actions there are, and how values are written.
  ///
  /// - Parameter columns: How many cells a line may have; nil for any number.
  static func actions(_ type: Any.Type, palette: Palette, columns: Int?) -> [String] {
    var lines = [palette(.strong, ".ACTION"), ""]
    lines += wrapped(
      """
      A line that starts with a dot sends an action in Swift syntax: one turn, which 'undo' takes back. What is printed \
      of an action can be sent again. The tabulator completes cases, labels, key paths and ids; 'help .CASE' shows what \
      stands inside of one.
      """,
      columns: columns
    )
    lines += ActionTypes(from: [type]).lines(palette: palette)
    lines += ["", palette(.strong, "Values")]
    return lines + listed(values.map { ($0.form, $0.meaning) }, palette: palette, columns: columns)
  }

  /// How values are written.
  static let values: [(form: String, meaning: String)] = [
    ("1  -0.5  true  nil  \"text\"  'raw'", "numbers, truth values, nothing, texts"),
    (".active  .failure(.offline)", "cases of an enum, with their payloads"),
    ("[0, 2]  [\"a\": 1]  [:]", "arrays, sets and index sets; dictionaries"),
    ("0..<3  0...2  (1, y: 2)", "ranges, tuples"),
    ("1m30s  250ms  .seconds(1)", "durations"),
    ("UUID(0)  UUID(\"…\")", "a UUID by its number or its text"),
    ("Date(\"2001-01-01T00:00:00Z\")", "a date; without a time it is the start of the day in UTC"),
    ("URL(\"https://example.com\")", "a URL"),
    ("Point(x: 1, y: 2)", "a structure by its stored properties, or as it is decoded"),
    ("Name(rawValue: \"a\")", "a raw value"),
    (".set(\\.path, value)  .toggle(\\.path)", "a change of a property"),
  ]
}

/// The enums that an action is made of, the action's own first.
struct ActionTypes {
  private struct Found {
    let title: String
    let signatures: [String]
  }

  /// More are not read by anyone.
  private static let most = 24

  private var found: [Found] = []
  private var seen: Set<ObjectIdentifier> = []

  init(from types: [Any.Type]) {
    var waiting = types
    while !waiting.isEmpty, found.count < Self.most {
      waiting += visit(waiting.removeFirst())
    }
  }

  /// Each type with what a value of it can be, below an empty line.
  func lines(palette: Palette) -> [String] {
    found.flatMap { type in ["", palette(.strong, type.title)] + type.signatures.map { "  \($0)" } }
  }

  /// - Returns: the types of the payloads.
  private mutating func visit(_ type: Any.Type) -> [Any.Type] {
    guard seen.insert(ObjectIdentifier(type)).inserted else { return [] }
    switch TypeShape(type) {
    case .optional(let wrapped): return [wrapped]
    case .changes(let root):
      let fields = KeyPathFields(of: root).fields.filter(\.isWritable)
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
