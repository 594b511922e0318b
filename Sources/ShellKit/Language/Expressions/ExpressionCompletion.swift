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

  init?(_ partial: String) {
    let bytes = Array(partial.utf8)
    var lineEnd = LineEnd()
    _ = lineEnd.read(bytes[...])
    guard lineEnd.quote == .none else { return nil }
    var characters = Substring(partial)
    var prefix = ""
    while let last = characters.last, last.unicodeScalars.allSatisfy(\.continuesIdentifier) {
      prefix.insert(last, at: prefix.startIndex)
      characters.removeLast()
    }
    if prefix.first?.isASCII == true, prefix.first?.isNumber == true { return nil }
    self.prefix = prefix
    guard characters.last == "." else {
      guard Self.canStartValue(after: characters) else { return nil }
      place = Self.call(around: characters).flatMap(Self.argumentPlace) ?? .start
      return
    }
    characters.removeLast()
    if characters.last == "\\" {
      guard let base = Self.receiver(around: characters.dropLast()) else { return nil }
      place = .element(of: base)
    } else if let base = Self.operand(endingIn: characters) {
      place = .member(of: base)
    } else if let other = Self.comparedOperand(before: characters) {
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
    Evaluator.elementMethods.contains(String(call.method)) ? .argument(of: call.base) : nil
  }

  /// The value before a dot: names, dots and brackets with whatever is in them.
  private static func operand(endingIn text: Substring) -> String? {
    var rest = text
    if rest.last == "?" { rest.removeLast() }
    let end = rest.endIndex
    while let last = rest.last {
      if last == "]" || last == ")" {
        guard let opening = openingBracket(closedAtEndOf: rest) else { return nil }
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

  private static func openingBracket(closedAtEndOf text: Substring) -> Substring.Index? {
    var depth = 0
    for index in text.indices.reversed() {
      if "])".contains(text[index]) { depth += 1 }
      if "[(".contains(text[index]) { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The value whose method has its brackets open at the end of `text`.
  private static func receiver(around text: Substring) -> String? { call(around: text)?.base }

  /// The method whose brackets are open at the end of `text`, and the value it is called on.
  private static func call(around text: Substring) -> (base: String, method: Substring)? {
    var depth = 0
    for index in text.indices.reversed() {
      if "])".contains(text[index]) { depth += 1 }
      if "[(".contains(text[index]) { depth -= 1 }
      guard depth < 0 else { continue }
      let call = text[..<index]
      guard text[index] == "(", let dot = call.lastIndex(of: ".") else { return nil }
      return operand(endingIn: call[..<dot]).map { ($0, call[call.index(after: dot)...]) }
    }
    return nil
  }

  private static func comparedOperand(before text: Substring) -> String? {
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
    let isWritten = value is any WrittenValue || Reflection.storedNames(of: value).isEmpty
    guard isWritten, !(value is any Collection) else { return nil }
    return actionText(value).truncated(to: Self.longestValue)
  }

  private static var longestValue: Int { 40 }

  private func methods(of value: Any) -> [ExpressionCompletion] {
    let taken = Set(Reflection.memberNames(of: value))
    let names = Evaluator(context: ExpressionContext(value), source: SourceText("")).methodNames(of: value)
    return names.filter { !taken.contains($0) }.map { ExpressionCompletion(text: $0, summary: "method") }
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
