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
    guard let site = CompletionSite(partial) else { return ([], 0) }
    var context = context
    // Completion must not keep the user waiting.
    context.stepLimit = min(context.stepLimit, 50_000)
    let completions = site.candidates(in: context).filter { $0.name.hasPrefix(site.prefix) }
    return (completions, site.prefix.count)
  }
}

/// The syntactic position of the cursor in an expression.
private struct CompletionSite {
  enum Place {
    /// Where a value starts.
    case start
    /// After a dot that starts a case; the expression is the other operand of the comparison.
    case caseName(of: String)
    /// After `base.`
    case member(of: String)
    /// After `\.`, as an argument of a method of `base`
    case element(of: String)
    /// At the start of a value, as an argument of a method of `base` that visits each element
    case argument(of: String)
  }

  let place: Place
  /// The partial name.
  let prefix: String

  /// The maximum length of the text in bytes: pasted text may be nested as deeply as it is long.
  private static let longest = 4_096

  init?(_ partial: String) {
    guard partial.utf8.count <= Self.longest else { return nil }
    guard let values = ValuesBefore(partial) else { return nil }
    var characters = Substring(partial)
    while let last = characters.last, last.unicodeScalars.allSatisfy(\.continuesIdentifier) {
      characters.removeLast()
    }
    prefix = String(partial[characters.endIndex...])
    if prefix.first?.isASCII == true, prefix.first?.isNumber == true { return nil }
    guard characters.last == "." else {
      guard Self.canStartValue(after: characters) else { return nil }
      place = values.call(around: characters).flatMap(Self.argumentPlace) ?? .start
      return
    }
    characters.removeLast()
    if characters.last == "\\" {
      guard let base = values.receiver(around: characters.dropLast()) else { return nil }
      place = .element(of: base)
    } else if let base = values.operand(endingIn: characters) {
      place = .member(of: base)
    } else if let other = values.comparedOperand(before: characters) {
      place = .caseName(of: other)
    } else {
      return nil
    }
  }

  private static func canStartValue(after text: Substring) -> Bool {
    guard let last = text.last(where: { !$0.isWhitespace }) else { return true }
    return "(,[:&|!=<>+-*/%?".contains(last)
  }

  private static func argumentPlace(_ call: (base: String, method: Substring)) -> Place? {
    Method.ofCollections[String(call.method)]?.looksAtElements == true ? .argument(of: call.base) : nil
  }
}

/// Finds the values before a position in an unfinished expression.
private struct ValuesBefore {
  /// The brackets outside quotes, in order.
  private var brackets: [(index: String.Index, character: Character)] = []

  /// - Returns: `nil` for a text that ends inside quotes.
  init?(_ text: String) {
    var tokenizer = Tokenizer(hasComments: false)
    for (index, character) in zip(text.indices, text) {
      switch tokenizer.read(character) {
      case .opening, .closing: if character != "{", character != "}" { brackets.append((index, character)) }
      default: break
      }
    }
    if tokenizer.quote != nil { return nil }
  }

  /// The value before a dot: names, dots, and brackets with their contents.
  func operand(endingIn text: Substring) -> String? {
    var rest = text
    if rest.last == "?" { rest.removeLast() }
    let end = rest.endIndex
    while let last = rest.last {
      if last == "]" || last == ")" {
        guard let opening = opening(before: rest.endIndex, depth: 0) else { return nil }
        rest = rest[..<opening]
      } else if ".?!`\\".contains(last) || last.unicodeScalars.allSatisfy(\.continuesIdentifier) {
        rest.removeLast()
      } else {
        break
      }
    }
    let operand = text[rest.endIndex..<end].drop { $0 == "!" }
    if operand.hasPrefix("\\") {
      // A path that starts at the current element is completed for the first element.
      return receiver(around: text[..<operand.startIndex]).map { "\($0).first\(operand.dropFirst())" }
    }
    return operand.isEmpty ? nil : String(operand)
  }

  /// The receiver of the method whose brackets are open at the end of `text`.
  func receiver(around text: Substring) -> String? { call(around: text)?.base }

  /// The method whose brackets are open at the end of `text`, and its receiver.
  func call(around text: Substring) -> (base: String, method: Substring)? {
    guard let opening = opening(before: text.endIndex, depth: 1), text[opening] == "(" else { return nil }
    let call = text[..<opening]
    guard let dot = call.lastIndex(of: ".") else { return nil }
    return operand(endingIn: call[..<dot]).map { ($0, call[call.index(after: dot)...]) }
  }

  /// The opening bracket at which the brackets, read backwards, are balanced.
  ///
  /// - Parameters:
  ///   - end: Where reading starts.
  ///   - depth: The number of closing brackets assumed there: 0 finds the match of a bracket that ends there, 1 the
  ///     innermost bracket that is still open.
  private func opening(before end: String.Index, depth: Int) -> String.Index? {
    var depth = depth
    for bracket in brackets.reversed() where bracket.index < end {
      depth += ")]".contains(bracket.character) ? 1 : -1
      if depth == 0 { return bracket.index }
    }
    return nil
  }

  func comparedOperand(before text: Substring) -> String? {
    let trimmed = text.trimmingBlanksAtEnd
    guard trimmed.hasSuffix("==") || trimmed.hasSuffix("!=") else { return nil }
    return operand(endingIn: trimmed.dropLast(2).trimmingBlanksAtEnd)
  }
}

extension CompletionSite {
  func candidates(in context: ExpressionContext) -> [ExpressionCompletion] {
    switch place {
    case .start: return starts(in: context)
    case .member(let base):
      return value(of: base, in: context).map { members(of: $0, showingValues: true) + methods(of: $0) } ?? []
    case .element(let base):
      return members(of: value(of: base, in: context).flatMap(firstElement))
    case .argument(let base):
      guard let value = value(of: base, in: context), let element = firstElement(of: value) else {
        return starts(in: context)
      }
      // Values that start elsewhere are rare here, so they are offered only once a prefix is typed.
      return keyPaths(from: element) + (prefix.isEmpty ? [] : starts(in: context))
    case .caseName(let other):
      let names = value(of: other, in: context).flatMap { Choice.names(of: type(of: $0)) }
      return (names ?? []).map { ExpressionCompletion(text: $0, summary: "case") }
    }
  }

  private func starts(in context: ExpressionContext) -> [ExpressionCompletion] {
    members(of: flattened(context.root), showingValues: true) + variables(of: context) + keywords
  }

  private func firstElement(of value: Any) -> Any? {
    guard !(value is any StringProtocol), let collection = value as? any Collection else { return nil }
    return collection.erasedIterator.next().flatMap { flattened($0) }
  }

  private func keyPaths(from element: Any) -> [ExpressionCompletion] {
    let paths = members(of: element).map { ExpressionCompletion(text: #"\."# + $0.text, summary: $0.summary) }
    if !paths.isEmpty { return paths }
    return [ExpressionCompletion(text: #"\.self"#, summary: typeName(of: element))]
  }

  private func value(of text: String, in context: ExpressionContext) -> Any? {
    // An unfinished expression may be invalid; then there is nothing to offer.
    guard let expression = try? Expression(parsing: SourceText(text)) else { return nil }
    return (try? expression.evaluate(in: context))?.wrapped
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
    let methods = Method.table(for: value).all.filter { !taken.contains($0.name) }
    return methods.map { ExpressionCompletion(text: $0.name, summary: $0.summary) }
  }

  private func variables(of context: ExpressionContext) -> [ExpressionCompletion] {
    context.variables.sorted { $0.key < $1.key }.map { name, value in
      let type = typeName(of: flattened(value))
      return ExpressionCompletion(text: name, summary: type, value: shortText(of: value))
    }
  }

  /// Offered only after a letter is typed, so that they do not hide the members.
  private var keywords: [ExpressionCompletion] {
    prefix.isEmpty ? [] : ["true", "false", "nil"].map { ExpressionCompletion(text: $0, summary: "literal") }
  }
}

extension Substring {
  fileprivate var trimmingBlanksAtEnd: Substring {
    var text = self
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
