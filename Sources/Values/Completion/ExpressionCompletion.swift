import Core

/// A completion of an expression.
public struct ExpressionCompletion: Hashable, Sendable {
  /// The text that replaces the partial name.
  public let text: String
  /// The type of the member, or a description.
  public let summary: String
  /// The current value of the member, if it is short: a string, a number, or the number of elements.
  public var value: String?

  /// The text without the leading `\.`, which need not be typed.
  fileprivate var name: Substring { text.hasPrefix(#"\."#) ? text.dropFirst(2) : text[...] }

  /// The members that can follow a partial expression.
  ///
  /// - Parameters:
  ///   - partial: The expression up to the cursor: `todos[0].is`, `todos.filter(\.`, `fil`.
  ///   - context: The context of the expression.
  /// - Returns: The candidates in the order of the type's members, and the number of Characters at the end of
  ///   `partial` that they replace. Empty if anything can follow.
  public static func candidates(
    for partial: String,
    in context: ExpressionContext
  ) -> (completions: [ExpressionCompletion], replacedCount: Int) {
    // Pasted text may be nested as deeply as it is long.
    guard partial.utf8.count <= 4_096 else { return ([], 0) }
    let source = SourceText(partial)
    var parser = SyntaxParser(source)
    var context = context
    // Completion must not keep the user waiting.
    context.stepLimit = min(context.stepLimit, 50_000)
    let (finder, tree) = (CompletionFinder(context: context, source: source), parser.tree())
    // The values that it shows may be computed by the program's own code, which may trap.
    guard case .success(let found?) = GuardedThread.run({ finder.candidates(in: tree) }) else {
      return ([], 0)
    }
    let prefix = source.slice(found.start..<source.range.upperBound).text
    return (found.completions.filter { $0.name.hasPrefix(prefix) }, prefix.count)
  }
}

/// Completes the name at the end of an unfinished expression.
private struct CompletionFinder {
  let context: ExpressionContext
  let source: SourceText
  private var end: Int { source.range.upperBound }

  /// A call of a method whose arguments are not finished.
  struct Call {
    let method: String
    /// The first element of the receiver.
    let element: Any?
    /// The name that a closure has for the element.
    var names: [String] = []
  }

  /// The completions of the name at the end of a part, and where the name starts.
  ///
  /// - Parameters:
  ///   - call: The innermost call.
  ///   - other: The other operand of a comparison, whose type is that of the part.
  func candidates(
    in node: SyntaxNode,
    call: Call? = nil,
    comparedWith other: SyntaxNode? = nil
  ) -> (completions: [ExpressionCompletion], start: Int)? {
    guard node.range.upperBound == end else { return nil }
    let start = node.range.lowerBound
    var (inner, other) = (call, other)
    switch node.kind {
    case .name, .root, .bool, .null, .wildcard, .missing([]):
      return (values(in: call, isPrefixed: start < end), start)
    case .member(let base, let name, _):
      return (members(of: base, in: call), end - name.utf8.count)
    case .enumCase(_, nil):
      let names = other.flatMap { value(of: $0, in: call) }.flatMap { Choice.names(of: type(of: $0)) }
      return ((names ?? []).map { ExpressionCompletion(text: $0, summary: "case") }, start + 1)
    case .closure(let names, _):
      inner?.names = names.prefix(1).map(\.text)
    case .method(let base, let name, _, _):
      inner = Call(method: name, element: firstElement(of: base, in: call))
    case .call("Dictionary", let arguments):
      inner = arguments.first.map { Call(method: "grouped", element: firstElement(of: $0.value, in: call)) }
    case .binary(.equal, let left, _), .binary(.notEqual, let left, _): other = left
    default: other = nil
    }
    for child in node.kind.children.reversed() {
      if let found = candidates(in: child, call: inner, comparedWith: other) { return found }
    }
    return nil
  }

  private func values(in call: Call?, isPrefixed: Bool) -> [ExpressionCompletion] {
    let starts = rootMembers + variables
    // Offered only after a letter is typed, so that they do not hide the members.
    let all = isPrefixed ? starts + keywords : starts
    guard let call, call.names.isEmpty,
      Method.everything.contains(where: {
        $0.name == call.method && $0.parameters.contains(where: \.isClosure)
      }),
      let element = call.element
    else { return all }
    // Values that start elsewhere are rare here, so they are offered only once a prefix is typed.
    return keyPaths(from: element) + (isPrefixed ? all : [])
  }

  private var rootMembers: [ExpressionCompletion] {
    if let root = flattened(context.root) { return members(of: root, showingValues: true) }
    let known = Members.of(Shape.of(type(of: context.root)).unwrapped)
    return known.names.map { name in
      ExpressionCompletion(text: name.asMember, summary: known[name]?.type.map { typeName($0.type) } ?? "")
    }
  }

  private func members(of base: SyntaxNode, in call: Call?) -> [ExpressionCompletion] {
    guard let value = value(of: base, in: call) else { return [] }
    if case .subject = base.kind { return members(of: value) }
    return members(of: value, showingValues: true) + methods(of: value)
  }

  /// The value of a part. A key path is followed from the first element.
  private func value(of node: SyntaxNode, in call: Call?) -> Any? {
    // There may be no such member, or no value; then there is nothing to offer.
    let compiler = ExpressionCompiler(root: type(of: context.root), source: source)
    guard let call, let element = call.element else {
      return (try? compiler.value(of: node, in: context))?.any
    }
    let inner = compiler.inside(call.names, [Shape.of(value: element)])
    return (try? inner.value(of: node, in: context, for: element))?.any
  }

  private func firstElement(of base: SyntaxNode, in call: Call?) -> Any? {
    let list = Value(flattening: value(of: base, in: call))
    var first: Any?
    // Nothing is thrown.
    try? list.forEachElement { element in
      first = element.any
      return false
    }
    return list.shape?.has(.string) == true ? nil : first
  }

  private func keyPaths(from element: Any) -> [ExpressionCompletion] {
    let paths = members(of: element).map { ExpressionCompletion(text: #"\."# + $0.text, summary: $0.summary) }
    if !paths.isEmpty { return paths }
    return [ExpressionCompletion(text: #"\.self"#, summary: typeName(of: element))]
  }

  /// - Parameter showingValues: Whether the values are current, rather than those of a representative element.
  private func members(of value: Any?, showingValues: Bool = false) -> [ExpressionCompletion] {
    guard let value, !(value is UntypedCase) else { return [] }
    return Members.names(of: value).map { name in
      let member = Members.value(name, of: value) ?? nil
      let type = typeName(of: member)
      let shown = showingValues ? member.flatMap(shortText) : nil
      return ExpressionCompletion(text: name.asMember, summary: type, value: shown)
    }
  }

  /// The value as shown in a menu: a number of elements, or a value without members.
  private func shortText(of value: Any) -> String? {
    guard let value = flattened(value) else { return nil }
    if let text = value as? String {
      return actionText(String(text.prefix(Self.longestValue))).truncated(to: Self.longestValue)
    }
    let shape = Shape.of(value: value)
    if !shape.has(.string), let collection = collection(value) {
      return counted(collection.elementCount, "element")
    }
    let isWritten = shape.literalExample != nil || Members.storedNames(of: value).isEmpty
    guard isWritten, !shape.has(.collection) else { return nil }
    return actionText(value).truncated(to: Self.longestValue)
  }

  private static var longestValue: Int { 40 }

  private func methods(of value: Any) -> [ExpressionCompletion] {
    var known = Set(Members.names(of: value))
    return Method.all(of: .of(value: value)).filter { known.insert($0.name).inserted }
      .map { ExpressionCompletion(text: $0.name, summary: $0.summary) }
  }

  private var variables: [ExpressionCompletion] {
    context.names.compactMap { name in context.variable(name).map { (name, $0) } }.map { name, value in
      let type = typeName(of: flattened(value))
      return ExpressionCompletion(text: name, summary: type, value: shortText(of: value))
    }
  }

  private var keywords: [ExpressionCompletion] {
    let literals = ["true", "false", "nil"].map { ExpressionCompletion(text: $0, summary: "literal") }
    guard context.before != nil else { return literals }
    return literals + [ExpressionCompletion(text: "before(", summary: "the value before the last command")]
  }
}
