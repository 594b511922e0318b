/// An expression, a value or a pattern as a tree, each node with its location in the source.
///
/// The type that a value is read as determines its meaning, and the meaning of the names in it.
struct SyntaxNode: Sendable {
  indirect enum Kind: Hashable, Sendable {
    case integer(Int128)
    case double(Double)
    case duration(Duration)
    case string(String)
    case bool(Bool)
    case null
    case array([SyntaxNode])
    case dictionary([Entry])
    /// `"\(todos.count) todos"`: texts and values in turn, beginning and ending with a text, which may be empty
    case interpolation([SyntaxNode])
    /// `(1, b: 2)`
    case tuple([Argument])
    /// `0..<3`, `1...2`, and as an index also `1...` and `..<2`
    case range(SyntaxNode?, SyntaxNode?, isClosed: Bool)
    /// `_`, which matches anything in a pattern
    case wildcard
    /// `{ $0.isComplete }`, `{ todo in todo.isComplete }`; the names are empty for `$0`.
    case closure([Name], SyntaxNode)
    /// A parameter of a closure without names: `$0`
    case parameter(Int)
    /// An operator as an argument: `+` in `reduce(0, +)`
    case function(BinaryOperator)
    /// `condition ? first : second`
    case conditional(SyntaxNode, SyntaxNode, SyntaxNode)
    /// `value is Type`, `value as? Type`
    case cast(SyntaxNode, Cast, String)
    /// `.active`, `.edit(id: 1)`; the arguments are `nil` if there are no brackets.
    case enumCase(String, [Argument]?)
    /// A member of the root value: `todos`
    case name(String)
    /// `UUID(0)`
    case call(String, [Argument])
    /// The root value: `self`
    case root
    /// The start of a key path, `\.self`: the current element of a method.
    case subject
    /// `base.name`, `base?.name`, and `base.0` for tuples
    case member(SyntaxNode, String, isOptional: Bool)
    /// `base[0]`, `base[id: x]`
    case index(SyntaxNode, [Argument], isOptional: Bool)
    /// `base.filter(…)`
    case method(SyntaxNode, String, [Argument], isOptional: Bool)
    /// `base!`
    case unwrapped(SyntaxNode)
    case prefix(PrefixOperator, SyntaxNode)
    /// Where a value is missing or the source is wrong in another way, with the parts that were read.
    case missing([SyntaxNode])
    case binary(BinaryOperator, SyntaxNode, SyntaxNode)
  }

  enum Cast: String, Hashable, Sendable {
    case test = "is"
    case conditional = "as?"
    case forced = "as!"
  }

  struct Argument: Hashable, Sendable {
    let label: Name?
    let value: SyntaxNode

    var range: Range<Int> { (label?.range ?? value.range).lowerBound..<value.range.upperBound }
  }

  /// A name with its location. Two are equal if their texts are.
  struct Name: Hashable, Sendable {
    let text: String
    let range: Range<Int>

    static func == (lhs: Name, rhs: Name) -> Bool { lhs.text == rhs.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  /// A key and a value of a dictionary.
  struct Entry: Hashable, Sendable {
    let key: SyntaxNode
    let value: SyntaxNode
  }

  let kind: Kind
  /// UTF-8 offsets in the logical line.
  let range: Range<Int>
  /// The height of the tree below the node, which the parser bounds so that the tree can be walked recursively.
  let height: Int

  init(_ kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
    height = 1 + (kind.children.map(\.height).max() ?? 0)
  }
}

extension SyntaxNode {
  /// Another node at the same place.
  func with(_ kind: Kind) -> SyntaxNode { SyntaxNode(kind, range: range) }
}

/// Nodes are equal if they mean the same, regardless of location.
extension SyntaxNode: Hashable {
  static func == (lhs: SyntaxNode, rhs: SyntaxNode) -> Bool { lhs.kind == rhs.kind }

  func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

extension SyntaxNode.Kind {
  /// A number with the other sign.
  var negated: Self {
    switch self {
    case .integer(let value): .integer(-value)
    case .double(let value): .double(-value)
    case .duration(let value): .duration(.zero - value)
    default: self
    }
  }

  /// Its parts, in order.
  var children: [SyntaxNode] {
    switch self {
    case .integer, .double, .duration, .string, .bool, .null, .wildcard, .name, .root, .subject, .parameter,
      .function, .enumCase(_, nil):
      []
    case .array(let elements), .interpolation(let elements), .missing(let elements): elements
    case .dictionary(let entries): entries.flatMap { [$0.key, $0.value] }
    case .enumCase(_, let arguments?), .call(_, let arguments), .tuple(let arguments): arguments.map(\.value)
    case .member(let base, _, _), .unwrapped(let base), .closure(_, let base), .cast(let base, _, _),
      .prefix(_, let base):
      [base]
    case .index(let base, let arguments, _), .method(let base, _, let arguments, _):
      [base] + arguments.map(\.value)
    case .binary(_, let left, let right): [left, right]
    case .range(let left, let right, _): [left, right].compactMap(\.self)
    case .conditional(let condition, let first, let second): [condition, first, second]
    }
  }
}

extension SyntaxNode {
  /// Whether its value depends on the current element of the enclosing method.
  ///
  /// The arguments of a nested method do not count: key paths in them start at that method's elements.
  var usesSubject: Bool {
    switch kind {
    case .subject: true
    case .method(let base, _, _, _): base.usesSubject
    default: kind.children.contains(where: \.usesSubject)
    }
  }

  /// How many calls of `before` are nested in it.
  var lookback: Int {
    let inner = kind.children.lazy.map(\.lookback).max() ?? 0
    return if case .call("before", _) = kind { inner + 1 } else { inner }
  }

  /// Whether it contains a `?` through which `nil` can propagate.
  var isOptionalChain: Bool {
    switch kind {
    case .member(let base, _, let isOptional), .index(let base, _, let isOptional),
      .method(let base, _, _, let isOptional):
      isOptional || base.isOptionalChain
    default: false
    }
  }

  /// The value that has the member or method.
  var base: SyntaxNode? {
    switch kind {
    case .member(let base, _, _), .method(let base, _, _, _): base
    default: nil
    }
  }

  var isCase: Bool { if case .enumCase = kind { true } else { false } }

  /// The location of the name of a value, a member, a method or a case, with its backticks.
  func nameRange(in source: SourceText) -> Range<Int> {
    let start = base?.range.upperBound ?? range.lowerBound
    func isInName(_ byte: UInt8) -> Bool { byte.continuesSwiftName || byte == .backtick }
    // It may be preceded by brackets, a dot, or `?.`.
    return source.page.bytes[start..<range.upperBound].drop { !isInName($0) }.prefix(while: isInName).indices
  }

  var isLiteral: Bool {
    switch kind {
    case .integer, .double, .duration, .string, .bool, .null: true
    case .array, .dictionary, .enumCase, .call: kind.children.allSatisfy(\.isLiteral)
    default: false
    }
  }
}

// Reading the names of a value, which has no members or methods.
extension SyntaxNode {
  /// Names joined by dots, and the arguments after them if any: `UUID(0)`, `Filter.active`.
  var dottedName: (names: [String], arguments: [Argument]?)? {
    switch kind {
    case .name(let name): ([name], nil)
    case .call(let name, let arguments): ([name], arguments)
    case .member(let base, let name, false): base.namesAlone.map { ($0 + [name], nil) }
    case .method(let base, let name, let arguments, false): base.namesAlone.map { ($0 + [name], arguments) }
    default: nil
    }
  }

  /// Names joined by dots, without arguments.
  private var namesAlone: [String]? { dottedName.flatMap { $0.arguments == nil ? $0.names : nil } }

  /// The arguments of an initializer: `UUID(0)`, `.init(0)`.
  var callArguments: [Argument]? {
    if case .enumCase("init", let arguments) = kind { arguments } else { dottedName?.arguments }
  }

  /// The names of the properties in a key path: `\.settings.isOn`.
  var keyPath: [Name]? {
    guard case .member(let base, let name, false) = kind else { return nil }
    let own = Name(text: name, range: range.upperBound - name.utf8.count..<range.upperBound)
    return base.kind == .subject ? [own] : base.keyPath.map { $0 + [own] }
  }

  /// The name of this kind of syntax in error messages.
  var noun: String {
    switch kind {
    case .integer, .double: "a number"
    case .duration: "a duration"
    case .string: "a string"
    case .bool: "a Bool"
    case .null: "nil"
    case .wildcard: "'_'"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .tuple: "a tuple"
    case .enumCase(let name, _): "the case .\(name)"
    case .range: "a range"
    case .closure: "a closure"
    default: dottedName?.names.joined(separator: ".") ?? (keyPath == nil ? "an expression" : "a key path")
    }
  }
}

enum PrefixOperator: String, Hashable, Sendable {
  case not = "!"
  case minus = "-"
}

package enum BinaryOperator: String, CaseIterable, Hashable, Sendable {
  case or = "||"
  case and = "&&"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case coalesce = "??"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case remainder = "%"

  enum Associativity {
    case left
    case right
    case none
  }

  /// How tightly the operator binds, in the order of Swift.
  package var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: 3
    case .coalesce: 4
    case .plus, .minus: Self.rangePrecedence + 1
    case .times, .divided, .remainder: Self.rangePrecedence + 2
    }
  }

  /// How tightly `is`, `as?` and `as!` bind.
  static let castPrecedence = 5
  /// How tightly `..<` and `...` bind.
  static let rangePrecedence = 6

  var associativity: Associativity {
    switch precedence {
    case 3: .none
    case 4: .right
    default: .left
    }
  }

  var isComparison: Bool { precedence == 3 }
}
