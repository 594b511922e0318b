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
  /// - Returns: The candidates in the order of the type's members, and the number of Characters at the end of `partial`
  ///   that they replace. Empty if anything can follow, or if the expression is invalid.
  public static func candidates(
    for partial: String,
    in context: ExpressionContext
  ) -> (completions: [ExpressionCompletion], replacedCount: Int) {
    // Pasted text may be nested as deeply as it is long.
    guard partial.utf8.count <= 4_096 else { return ([], 0) }
    let source = SourceText(partial)
    guard let site = NameSite(atEndOf: source) else { return ([], 0) }
    var context = context
    // Completion must not keep the user waiting.
    context.stepLimit = min(context.stepLimit, 50_000)
    let prefix = source.slice(site.start..<source.range.upperBound).text
    let completions = CompletionFinder(context: context, source: source, isPrefixed: !prefix.isEmpty)
      .candidates(at: site)
    return (completions.filter { $0.name.hasPrefix(prefix) }, prefix.count)
  }
}

/// Finds what a name can be.
private struct CompletionFinder {
  let context: ExpressionContext
  let source: SourceText
  /// Whether the name has begun.
  let isPrefixed: Bool

  func candidates(at site: NameSite) -> [ExpressionCompletion] {
    switch site.role {
    case .value:
      guard let call = site.call, Method.ofCollections[call.method]?.looksAtElements == true,
        let element = firstElement(of: call)
      else { return starts }
      // Values that start elsewhere are rare here, so they are offered only once a prefix is typed.
      return keyPaths(from: element) + (isPrefixed ? starts : [])
    case .member(let base):
      guard let value = value(of: base, in: site.call) else { return [] }
      if case .subject = base.kind { return members(of: value) }
      return members(of: value, showingValues: true) + methods(of: value)
    case .caseName(let other):
      let names = other.flatMap { value(of: $0, in: site.call) }.flatMap { Choice.names(of: type(of: $0)) }
      return (names ?? []).map { ExpressionCompletion(text: $0, summary: "case") }
    }
  }

  /// The value of a part. A key path is followed from the first element.
  private func value(of node: SyntaxNode, in call: NameSite.Call?) -> Any? {
    var compiler = ExpressionCompiler(root: type(of: context.root), source: source)
    // There may be no such member, or no value; then there is nothing to offer.
    guard let term = try? compiler.term(node) else { return nil }
    var evaluator = Evaluator(term, in: context, source: source)
    guard node.usesSubject else { return (try? evaluator.evaluate(term)) ?? nil }
    return call.flatMap(firstElement).flatMap { try? evaluator.evaluate(term, for: $0) } ?? nil
  }

  private func firstElement(of call: NameSite.Call) -> Any? {
    guard let value = value(of: call.base, in: call.outer), !(value is any StringProtocol) else { return nil }
    return (value as? any Collection)?.erasedIterator.next().flatMap { flattened($0) }
  }

  private var starts: [ExpressionCompletion] {
    members(of: flattened(context.root), showingValues: true) + variables + keywords
  }

  private func keyPaths(from element: Any) -> [ExpressionCompletion] {
    let paths = members(of: element).map { ExpressionCompletion(text: #"\."# + $0.text, summary: $0.summary) }
    if !paths.isEmpty { return paths }
    return [ExpressionCompletion(text: #"\.self"#, summary: typeName(of: element))]
  }

  /// - Parameter showingValues: Whether the values are current, rather than those of a representative element.
  private func members(of value: Any?, showingValues: Bool = false) -> [ExpressionCompletion] {
    guard let value, !(value is CaseLiteral) else { return [] }
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
    if let collection = value as? any RandomAccessCollection {
      return counted(collection.count, "element")
    }
    let isWritten = value is any LiteralConvertible || Members.storedNames(of: value).isEmpty
    guard isWritten, !(value is any Collection) else { return nil }
    return actionText(value).truncated(to: Self.longestValue)
  }

  private static var longestValue: Int { 40 }

  private func methods(of value: Any) -> [ExpressionCompletion] {
    let taken = Set(Members.names(of: value))
    let methods = Method.table(for: .of(value: value)).all.filter { !taken.contains($0.name) }
    return methods.map { ExpressionCompletion(text: $0.name, summary: $0.summary) }
  }

  private var variables: [ExpressionCompletion] {
    context.names.compactMap { name in context.variable(name).map { (name, $0) } }.map { name, value in
      let type = typeName(of: flattened(value))
      return ExpressionCompletion(text: name, summary: type, value: shortText(of: value))
    }
  }

  /// Offered only after a letter is typed, so that they do not hide the members.
  private var keywords: [ExpressionCompletion] {
    guard isPrefixed else { return [] }
    let literals = ["true", "false", "nil"].map { ExpressionCompletion(text: $0, summary: "literal") }
    guard context.before != nil else { return literals }
    return literals + [ExpressionCompletion(text: "before(", summary: "the value before the last command")]
  }
}
