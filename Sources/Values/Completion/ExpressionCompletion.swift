/// What could be typed next in an expression.
public struct ExpressionCompletion: Hashable, Sendable {
  /// The name to insert instead of the part of it that is there.
  public let text: String
  /// The type of what it names, or what it does.
  public let summary: String
  /// The value that it names now, if there is room for that: a text, a number, how many elements there are.
  public var value: String?

  /// What of the text a person starts to type: they need not know that a key path starts with `\.`.
  fileprivate var name: Substring { text.hasPrefix(#"\."#) ? text.dropFirst(2) : text[...] }

  /// The members that can follow a partial expression, with their types.
  ///
  /// - Parameters:
  ///   - partial: the expression up to the cursor: `todos[0].is`, `todos.filter(\.`, `fil`.
  ///   - context: what it is about.
  /// - Returns: the candidates in the order in which the type has them, and how many Characters at the end of
  ///   `partial` they replace. None where anything can follow, or if what is there is wrong.
  public static func candidates(
    for partial: String,
    in context: ExpressionContext
  ) -> (completions: [ExpressionCompletion], replacedCount: Int) {
    guard let site = CompletionSite(partial) else { return ([], 0) }
    var context = context
    // Someone is waiting with a finger on the key.
    context.stepLimit = min(context.stepLimit, 50_000)
    let completions = site.candidates(in: context).filter { $0.name.hasPrefix(site.prefix) }
    return (completions, site.prefix.count)
  }
}

/// Where in an expression the cursor stands.
private struct CompletionSite {
  enum Place {
    /// Where a value starts.
    case start
    /// After a dot that starts a case; the expression is what it is compared with.
    case caseName(of: String)
    /// After `base.`
    case member(of: String)
    /// After `\.`, as an argument of a method of `base`
    case element(of: String)
    /// Where a value starts as an argument of a method of `base` that looks at each element
    case argument(of: String)
  }

  let place: Place
  /// The part of the name that is there.
  let prefix: String

  /// The longest text that is looked at, in bytes: what is pasted may be nested as deep as it is long.
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

/// Finds the values that an unfinished expression has before a place in it.
private struct ValuesBefore {
  /// The brackets outside of quotes, in order.
  private var brackets: [(index: String.Index, character: Character)] = []

  /// - Returns: `nil` for a text that ends inside of quotes.
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

  /// The value before a dot: names, dots and brackets with whatever is in them.
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
      // A path that starts at an element is completed for the first one.
      return receiver(around: text[..<operand.startIndex]).map { "\($0).first\(operand.dropFirst())" }
    }
    return operand.isEmpty ? nil : String(operand)
  }

  /// The value whose method has its brackets open at the end of `text`.
  func receiver(around text: Substring) -> String? { call(around: text)?.base }

  /// The method whose brackets are open at the end of `text`, and the value it is called on.
  func call(around text: Substring) -> (base: String, method: Substring)? {
    guard let opening = opening(before: text.endIndex, depth: 1), text[opening] == "(" else { return nil }
    let call = text[..<opening]
    guard let dot = call.lastIndex(of: ".") else { return nil }
    return operand(endingIn: call[..<dot]).map { ($0, call[call.index(after: dot)...]) }
  }

  /// The opening bracket at which the brackets, read backwards, are balanced.
  ///
  /// - Parameters:
  ///   - end: Where the reading starts.
  ///   - depth: How many closing brackets to add there: 0 finds the partner of a bracket that ends there, 1 the innermost
  ///     bracket that is still open.
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
      // What starts elsewhere is rare here: it is offered to who asks for it by its letters.
      return keyPaths(from: element) + (prefix.isEmpty ? [] : starts(in: context))
    case .caseName(let other):
      let names = value(of: other, in: context).flatMap { EnumReflection.caseNames(of: type(of: $0)) }
      return (names ?? []).map { ExpressionCompletion(text: $0, summary: "case") }
    }
  }

  private func starts(in context: ExpressionContext) -> [ExpressionCompletion] {
    members(of: Reflection.flattened(context.root), showingValues: true) + variables(of: context) + keywords
  }

  private func firstElement(of value: Any) -> Any? {
    guard !(value is any StringProtocol), let collection = value as? any Collection else { return nil }
    return CollectionAccess.iterator(over: collection).next().flatMap(Reflection.flattened)
  }

  private func keyPaths(from element: Any) -> [ExpressionCompletion] {
    let paths = members(of: element).map { ExpressionCompletion(text: #"\."# + $0.text, summary: $0.summary) }
    if !paths.isEmpty { return paths }
    return [ExpressionCompletion(text: #"\.self"#, summary: Reflection.typeName(of: element))]
  }

  private func value(of text: String, in context: ExpressionContext) -> Any? {
    // What is wrong with an unfinished line is no error yet: there is just nothing to offer.
    guard let expression = try? Expression(parsing: SourceText(text)) else { return nil }
    return (try? expression.evaluate(in: context))?.wrapped
  }

  /// - Parameter showingValues: Whether they are this value's, and not those of any one of its kind.
  private func members(of value: Any?, showingValues: Bool = false) -> [ExpressionCompletion] {
    guard let value, !(value is CaseLiteral) else { return [] }
    return Reflection.memberNames(of: value).map { name in
      let member = Reflection.member(name, of: value) ?? nil
      let type = Reflection.typeName(of: member)
      let shown = showingValues ? member.flatMap(shortText) : nil
      return ExpressionCompletion(text: name.asMember, summary: type, value: shown)
    }
  }

  /// What a menu has room for of a value: how many elements there are, or what has no parts that can be gone to.
  private func shortText(of value: Any) -> String? {
    guard let value = Reflection.flattened(value) else { return nil }
    if let text = value as? String {
      return actionText(String(text.prefix(Self.longestValue))).truncated(to: Self.longestValue)
    }
    if let collection = value as? any RandomAccessCollection {
      return counted(collection.count, "element")
    }
    let isWritten = value is any LiteralConvertible || Reflection.storedNames(of: value).isEmpty
    guard isWritten, !(value is any Collection) else { return nil }
    return actionText(value).truncated(to: Self.longestValue)
  }

  private static var longestValue: Int { 40 }

  private func methods(of value: Any) -> [ExpressionCompletion] {
    let taken = Set(Reflection.memberNames(of: value))
    let methods = Method.table(for: value).all.filter { !taken.contains($0.name) }
    return methods.map { ExpressionCompletion(text: $0.name, summary: $0.summary) }
  }

  private func variables(of context: ExpressionContext) -> [ExpressionCompletion] {
    context.variables.sorted { $0.key < $1.key }.map { name, value in
      let type = Reflection.typeName(of: Reflection.flattened(value))
      return ExpressionCompletion(text: name, summary: type, value: shortText(of: value))
    }
  }

  /// Offered once a letter of them is there, lest they hide the members.
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
