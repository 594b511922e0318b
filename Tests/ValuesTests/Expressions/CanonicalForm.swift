@testable import TodoShellValues

/// A printer of trees, to compare what the parser reads with what was meant.
extension SyntaxNode {
  /// The expression in canonical form, with no more brackets than it needs; parsing it yields an equal tree.
  var description: String {
    switch kind {
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .duration(let value): value.formatted
    case .string(let value): value.quotedAsLiteral
    case .bool(let value): "\(value)"
    case .null: "nil"
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
    case .dictionary(let entries): "[\(entries.isEmpty ? ":" : entries.joined)]"
    case .tuple(let elements): "(\(elements.joined))"
    case .range(let lower, let upper, let isClosed):
      "\(lower?.asOperand ?? "")\(isClosed ? "..." : "..<")\(upper?.asOperand ?? "")"
    case .wildcard: "_"
    case .missing(let parts): parts.map(\.description).joined(separator: " ")
    case .interpolation(let parts):
      "\"\(parts.indices.map { parts[$0].segment(isText: $0 % 2 == 0) }.joined())\""
    case .closure(let names, let body):
      "{ \(names.isEmpty ? "" : names.map(\.text.asLabel).joined(separator: ", ") + " in ")\(body.description) }"
    case .parameter(let number): "$\(number)"
    case .function(let binary): binary.rawValue
    case .conditional(let condition, let first, let second):
      "\(condition.asOperand) ? \(first.description) : \(second.description)"
    case .cast(let value, let cast, let type): "\(value.asOperand) \(cast.rawValue) \(type)"
    case .enumCase(let name, let arguments): ".\(name.asLabel)\(arguments.map { "(\($0.joined))" } ?? "")"
    case .name(let name): name.asName
    case .call(let name, let arguments): "\(name.asName)(\(arguments.joined))"
    case .root: "self"
    case .subject: #"\.self"#
    case .member(let base, let name, let isOptional): base.start(isOptional: isOptional, ".") + name.asMember
    case .method(let base, let name, let arguments, let isOptional):
      base.start(isOptional: isOptional, ".") + "\(name.asMember)(\(arguments.joined))"
    case .index(let base, let arguments, let isOptional):
      base.start(isOptional: isOptional, "") + "[\(arguments.joined)]"
    case .unwrapped(let base): base.asBase + "!"
    case .prefix(let prefix, let operand):
      prefix.rawValue + (prefix == .minus ? operand.asBase : operand.asOperand)
    case .binary(let binary, let left, let right):
      "\(left.asOperand(of: binary, on: .left)) \(binary.rawValue) \(right.asOperand(of: binary, on: .right))"
    }
  }

  /// The text up to the name of a member.
  private func start(isOptional: Bool, _ mark: String) -> String {
    if case .subject = kind, !isOptional { return #"\."# }
    return asBase + (isOptional ? "?" : "") + mark
  }

  private var inBrackets: String { "(\(description))" }

  /// The operand of any operator.
  private var asOperand: String {
    switch kind {
    case .conditional, .cast, .binary, .range: inBrackets
    default: description
    }
  }

  /// A part of an interpolated string.
  private func segment(isText: Bool) -> String {
    guard isText, case .string(let text) = kind else { return "\\(\(description))" }
    return String(Substring(text.quotedAsLiteral.utf8.dropFirst().dropLast()))
  }

  /// The operand before a dot or after a minus, which a number would read as a part of it.
  var asBase: String {
    switch kind {
    case .prefix, .integer, .double, .duration, .function: inBrackets
    default: asOperand
    }
  }

  private func asOperand(of parent: BinaryOperator, on side: BinaryOperator.Associativity) -> String {
    guard case .binary(let own, _, _) = kind else { return asOperand }
    let isTighter = own.precedence > parent.precedence
    let chains = own.precedence == parent.precedence && parent.associativity == side
    return isTighter || chains ? description : inBrackets
  }
}

extension [SyntaxNode.Entry] {
  fileprivate var joined: String {
    map { "\($0.key.description): \($0.value.description)" }.joined(separator: ", ")
  }
}

extension [SyntaxNode.Argument] {
  fileprivate var joined: String {
    map { ($0.label.map { "\($0.text.asLabel): " } ?? "") + $0.value.description }.joined(separator: ", ")
  }
}

extension String {
  /// Names with another meaning at the start of a value.
  private static let reservedNames: Set<String> = ["true", "false", "nil", "self", "state"]

  fileprivate var asName: String {
    Self.reservedNames.contains(self) || !isIdentifier ? "`\(self)`" : self
  }

  /// Where only a name is possible; `self` is reserved even there.
  fileprivate var asLabel: String { self == "self" || !isIdentifier ? "`\(self)`" : self }
}
