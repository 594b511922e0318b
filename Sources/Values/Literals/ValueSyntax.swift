/// A value as it is written in Swift, each part with its place in the source. What it is depends on the type that it
/// is read as.
struct ValueSyntax: Sendable {
  indirect enum Kind: Sendable {
    case integer(Int128)
    case double(Double)
    /// `1m30s`
    case duration(Duration)
    case string(String)
    case bool(Bool)
    case null
    /// `_`, which stands for anything in a pattern
    case wildcard
    case array([ValueSyntax])
    case dictionary([(key: ValueSyntax, value: ValueSyntax)])
    case tuple([Argument])
    /// `.active`, `.edit(id: 1)`; the arguments are `nil` where there are no brackets.
    case enumCase(String, [Argument]?)
    /// `UUID(0)`, `Todo.State(id: UUID(0))`, `Filter.active`: names joined by dots.
    case named([String], [Argument]?)
    /// `\.settings.isOn`: the names.
    case keyPath([Name])
    /// `0..<3`, `1...2`
    case range(ValueSyntax, ValueSyntax, isClosed: Bool)
  }

  struct Argument: Sendable {
    let label: Name?
    let value: ValueSyntax
  }

  struct Name: Sendable {
    let text: String
    let range: Range<Int>
  }

  let kind: Kind
  /// UTF-8 offsets in the logical line.
  let range: Range<Int>

  /// What a person calls what is written here.
  var noun: String {
    switch kind {
    case .integer, .double: "a number"
    case .duration: "a duration"
    case .string: "a text"
    case .bool: "a truth value"
    case .null: "nil"
    case .wildcard: "'_'"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .tuple: "a tuple"
    case .enumCase(let name, _): "the case .\(name)"
    case .named(let names, _): names.joined(separator: ".")
    case .keyPath: "a key path"
    case .range: "a range"
    }
  }
}
