/// An expression as a tree, each part with its place in the source.
struct ExpressionNode: Sendable {
  indirect enum Kind: Hashable, Sendable {
    case integer(Int128)
    case double(Double)
    case duration(Duration)
    case string(String)
    case bool(Bool)
    case null
    case array([ExpressionNode])
    case dictionary([Entry])
    /// `.active`, `.edit(id: 1)`
    case enumCase(String, [Argument])
    /// A member of the value that the expression is about: `todos`
    case name(String)
    /// `UUID(0)`
    case call(String, [Argument])
    /// The value itself: `self`
    case root
    /// What a key path starts from, `\.self`: the element that a method looks at.
    case subject
    /// `base.name`, `base?.name`, and `base.0` for tuples
    case member(ExpressionNode, String, isOptional: Bool)
    /// `base[0]`, `base[id: x]`
    case index(ExpressionNode, [Argument], isOptional: Bool)
    /// `base.filter(…)`
    case method(ExpressionNode, String, [Argument], isOptional: Bool)
    /// `base!`
    case unwrapped(ExpressionNode)
    case prefix(PrefixOperator, ExpressionNode)
    case binary(BinaryOperator, ExpressionNode, ExpressionNode)
  }

  struct Argument: Hashable, Sendable {
    let label: String?
    let value: ExpressionNode
  }

  /// A key and a value of a dictionary.
  struct Entry: Hashable, Sendable {
    let key: ExpressionNode
    let value: ExpressionNode
  }

  let kind: Kind
  /// UTF-8 offsets in the logical line.
  let range: Range<Int>
  /// How many nodes lie on the longest way down. The parser bounds it, so that whoever walks the tree may
  /// recurse.
  let height: Int

  init(_ kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
    height = 1 + (kind.children.map(\.height).max() ?? 0)
  }
}

/// Two nodes are equal if they say the same, wherever they stand.
extension ExpressionNode: Hashable {
  static func == (lhs: ExpressionNode, rhs: ExpressionNode) -> Bool { lhs.kind == rhs.kind }

  func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

extension ExpressionNode.Kind {
  var children: [ExpressionNode] {
    switch self {
    case .integer, .double, .duration, .string, .bool, .null, .name, .root, .subject: []
    case .array(let elements): elements
    case .dictionary(let entries): entries.flatMap { [$0.key, $0.value] }
    case .enumCase(_, let arguments), .call(_, let arguments): arguments.map(\.value)
    case .member(let base, _, _), .unwrapped(let base): [base]
    case .index(let base, let arguments, _), .method(let base, _, let arguments, _):
      [base] + arguments.map(\.value)
    case .prefix(_, let operand): [operand]
    case .binary(_, let left, let right): [left, right]
    }
  }
}

extension ExpressionNode {
  /// Whether its value depends on the element that the method around it looks at.
  ///
  /// The arguments of a method do not count: key paths in them start at the elements of that method.
  var usesSubject: Bool {
    switch kind {
    case .subject: true
    case .method(let base, _, _, _): base.usesSubject
    default: kind.children.contains(where: \.usesSubject)
    }
  }

  /// Whether `nil` may pass through it, because there is a `?` on its way.
  var isOptionalChain: Bool {
    switch kind {
    case .member(let base, _, let isOptional), .index(let base, _, let isOptional),
      .method(let base, _, _, let isOptional):
      isOptional || base.isOptionalChain
    default: false
    }
  }

  /// Where the name of a member or method stands, which a node does not keep.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - base: What it is a member of.
  ///   - source: The expression's text.
  func range(ofName name: String, after base: ExpressionNode, in source: SourceText) -> Range<Int> {
    var start = base.range.upperBound
    let bytes = source.page.bytes
    while start < range.upperBound, bytes[start] == UInt8(ascii: ".") || bytes[start] == UInt8(ascii: "?") {
      start += 1
    }
    return start..<min(range.upperBound, start + max(1, name.utf8.count))
  }

  var isLiteral: Bool {
    switch kind {
    case .integer, .double, .duration, .string, .bool, .null: true
    case .array, .dictionary: kind.children.allSatisfy(\.isLiteral)
    case .enumCase(_, let arguments), .call(_, let arguments): arguments.allSatisfy(\.value.isLiteral)
    default: false
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

  /// Which operators bind tighter, in the order of Swift.
  package var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: 3
    case .coalesce: 4
    case .plus, .minus: 5
    case .times, .divided, .remainder: 6
    }
  }

  var associativity: Associativity {
    switch precedence {
    case 3: .none
    case 4: .right
    default: .left
    }
  }

  var isComparison: Bool { precedence == 3 }
}
