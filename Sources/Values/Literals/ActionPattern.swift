import Core

/// A pattern that matches actions: `.todos(.element(id: _, action: .binding))`.
///
/// A case without brackets matches any payload, so `.todos` matches every action of every todo. In brackets `_` matches
/// anything, labelled values may be omitted, and other values are compared: `.set(\.isComplete)` is every change of
/// that property, `.set(\.isComplete, true)` a change to true.
public struct ActionPattern<Action>: Sendable {
  /// The source that was parsed.
  public let source: SourceText
  fileprivate let root: ValuePattern

  /// Parses a pattern that spans all of `source`.
  ///
  /// - Throws: A diagnostic for an invalid pattern; case names and labels are checked against the action's type.
  /// - Complexity: O(*n*) in the length of the source
  public init(parsing source: SourceText) throws(Diagnostic) {
    try self.init(parsing: source, of: Action.self)
  }

  /// Parses a pattern for a type of actions, which are passed as `Action`.
  package init(parsing source: SourceText, of type: Any.Type) throws(Diagnostic) {
    self.source = source
    root = try ValueReader(parsing: source).pattern(of: type)
  }

  /// The same pattern for actions of another static type.
  package init(_ other: ActionPattern<some Any>) { (source, root) = (other.source, other.root) }

  /// Whether an action matches the pattern.
  ///
  /// - Complexity: O(size of the pattern and of the values that it compares)
  public func matches(_ action: Action) -> Bool { Peek.read(action, root.matches) }
}

extension ActionPattern: CustomStringConvertible {
  /// The pattern as it was written.
  public var description: String { source.text }
}

/// A pattern whose names have been resolved in the type that it matches.
indirect enum ValuePattern: @unchecked Sendable {
  // Unchecked because the values were read from text and are not shared.

  case anything
  /// A case, with patterns for some of its associated values by position.
  case enumCase(String, [(position: Int, pattern: ValuePattern)])
  /// An optional that is not `nil`.
  case present(ValuePattern)
  /// A change of a property, `nil` for any property; `isToggle` is `nil` if both setting and toggling match.
  case binding(AnyKeyPath?, isToggle: Bool?, ValuePattern)
  case value(Any)

  func matches(_ part: Peek) -> Bool {
    let part = part.opened
    switch self {
    case .anything: return true
    case .present(let pattern):
      return part.shape.kind == .optional ? part.wrapped.map(pattern.matches) ?? false : pattern.matches(part)
    case .enumCase(let name, let patterns):
      guard let (element, payload) = part.current else {
        return patterns.isEmpty && Choice.caseName(of: part.value) == name
      }
      guard element.name == name else { return false }
      return patterns.allSatisfy { position, pattern in
        guard let payload, position < element.parameters.count else { return false }
        return pattern.matches(payload.part(element.parameters[position]))
      }
    case .binding(let path, let isToggle, let pattern):
      guard let change = part.change, path == nil || path == change.property else {
        return false
      }
      if let isToggle, isToggle != (change.value == nil) { return false }
      guard let value = change.value else { return isToggle != false }
      return pattern.matches(Peek(value))
    case .value(let expected):
      let isEqual = Peek.read(expected) { expected in
        expected.shape === part.shape ? part.shape.equality?(expected.address, part.address) : nil
      }
      return isEqual ?? (actionText(expected) == actionText(part.value))
    }
  }
}

/// The binding actions of any state.
protocol AnyBindingAction: PropertyChange {
  static func pattern(_ reader: ValueReader) throws(Diagnostic) -> ValuePattern
  static var rootType: Any.Type { get }
}

extension Shape {
  /// The type, if its values are changes of properties.
  var changes: (any AnyBindingAction.Type)? {
    has(.propertyChange) ? type as? any AnyBindingAction.Type : nil
  }
}

extension Peek {
  /// The value, if it is the change of a property.
  var change: (any PropertyChange)? {
    func read<Change: PropertyChange>(_: Change.Type) -> any PropertyChange {
      address.assumingMemoryBound(to: Change.self).pointee
    }
    return shape.changes.map { read($0) }
  }
}

extension BindingAction: AnyBindingAction {
  static var rootType: Any.Type { Root.self }

  static func pattern(_ reader: ValueReader) throws(Diagnostic) -> ValuePattern {
    if let names = reader.node.keyPath {
      return .binding(try property(names, reader), isToggle: nil, .anything)
    }
    guard case .enumCase(let name, let arguments) = reader.node.kind, ["set", "toggle"].contains(name) else {
      throw reader.mismatch(Self.self)
    }
    let isToggle = name == "toggle"
    guard let arguments, let first = arguments.first, !isToggle || arguments.count == 1 else {
      return .binding(nil, isToggle: isToggle, .anything)
    }
    var path: PartialKeyPath<Root>?
    if let names = first.value.keyPath {
      path = try property(names, reader.at(first.value))
    } else if case .wildcard = first.value.kind {
    } else {
      throw reader.error("expected a key path, found \(first.value.noun)", at: first.value.range)
    }
    guard arguments.count > 1 else { return .binding(path, isToggle: isToggle, .anything) }
    if arguments.count != 2 { throw reader.mismatch(Self.self) }
    let value = arguments[1].value
    if value.kind == .wildcard { return .binding(path, isToggle: false, .anything) }
    guard let path else {
      throw reader.error("a value can only be matched for a named property", at: value.range)
    }
    let pattern = try reader.at(value).pattern(of: type(of: path).valueType)
    return .binding(path, isToggle: false, pattern)
  }
}

extension ValueReader {
  /// Parses a pattern for values of a type.
  func pattern(of type: Any.Type) throws(Diagnostic) -> ValuePattern {
    if case .wildcard = node.kind { return .anything }
    let shape = Shape.of(type)
    if let wrapped = shape.wrapped {
      switch node.kind {
      case .null, .enumCase("none", nil): return .value(try value(of: type))
      case .enumCase("some", let arguments):
        guard let arguments, arguments.count == 1 else { return .present(.anything) }
        return .present(try at(arguments[0].value).pattern(of: wrapped.type))
      default: return .present(try pattern(of: wrapped.type))
      }
    }
    if let changes = shape.changes { return try changes.pattern(self) }
    if let choice = shape.choice, let (name, arguments) = caseSyntax(of: type) {
      let element = try self.case(name, of: choice)
      guard let arguments else { return .enumCase(name, []) }
      return .enumCase(name, try patterns(for: element, in: arguments))
    }
    return .value(try value(of: type))
  }

  private func patterns(
    for element: Choice.Case,
    in arguments: [SyntaxNode.Argument]
  ) throws(Diagnostic) -> [(position: Int, pattern: ValuePattern)] {
    var patterns: [(position: Int, pattern: ValuePattern)] = []
    var position = 0
    let arguments = element.spread(arguments)
    // As in Swift, a pattern may omit all labels.
    let isWithoutLabels =
      arguments.count == element.parameters.count && arguments.allSatisfy { $0.label == nil }
    for argument in arguments {
      let rest = element.parameters.indices.dropFirst(position)
      // Labelled values may be omitted; values without a label are identified by position only.
      let found = rest.first { isWithoutLabels || element.parameters[$0].label == argument.label?.text }
      guard let index = found,
        rest.prefix(while: { $0 < index }).allSatisfy({ element.parameters[$0].label != nil })
      else {
        throw error(
          argument.label.map { "unexpected label '\($0.text):'" } ?? "unexpected value",
          at: argument.range,
          hint: "write \(element.signature) with _ for any value"
        )
      }
      patterns.append((index, try at(argument.value).pattern(of: element.parameters[index].type)))
      position = index + 1
    }
    return patterns
  }
}
