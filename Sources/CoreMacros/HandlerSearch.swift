import SwiftSyntax
import SwiftSyntaxMacros

/// Finds where the code of a reducer handles its actions, for `Reducer._handlers`.
final class HandlerSearch: SyntaxVisitor {
  private let context: any MacroExpansionContext
  private(set) var handlers: [[String]] = []

  init(in members: MemberBlockSyntax, _ context: some MacroExpansionContext) {
    self.context = context
    super.init(viewMode: .sourceAccurate)
    walk(members)
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.subject.trimmedDescription == "action" else { return .visitChildren }
    handlers.append(cases(of: node) { $0 })
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.trimmedDescription == "BindingReducer()" { handlers.append(["\(site(of: node)) .binding"]) }
    return .visitChildren
  }

  // In these declarations, `action` may be the action of another feature.
  override func visit(_: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let isOfOther = node.signature.parameterClause.parameters.contains {
      ($0.secondName ?? $0.firstName).text == "action"
        && !["Action", "Self.Action"].contains($0.type.trimmedDescription)
    }
    return isOfOther ? .skipChildren : .visitChildren
  }

  /// - Parameters:
  ///   - isReached: Whether every action that the patterns match reaches the `switch`; unknown if a condition precedes it.
  ///   - embed: Embeds a pattern of the subject in one of the action.
  private func cases(
    of node: SwitchExprSyntax,
    isReached: Bool = true,
    _ embed: ([String]) -> [String]
  ) -> [String] {
    node.cases.compactMap { $0.as(SwitchCaseSyntax.self) }.flatMap { branch -> [String] in
      let doesNothing = ["return .none", ".none", "break"].contains(branch.statements.trimmedDescription)
      func handler(_ node: some SyntaxProtocol, _ pattern: [String], _ isCertain: Bool = true) -> String {
        let text = embed(pattern).map { $0.hasPrefix("$") ? "_" : $0 }.joined()
        return "\(doesNothing ? "" : site(of: node))\(isReached && isCertain ? "" : "?") \(text)"
      }
      guard case .case(let label) = branch.label else { return [handler(branch, ["_"])] }
      return label.caseItems.flatMap { item -> [String] in
        let (pattern, isExact) = item.pattern.matched
        let isCertain = isReached && isExact && item.whereClause == nil
        for statement in branch.statements {
          guard
            let inner = statement.item.as(ExpressionStmtSyntax.self)?.expression.as(SwitchExprSyntax.self),
            pattern.contains("$\(inner.subject.trimmedDescription)")
          else { continue }
          let name = "$\(inner.subject.trimmedDescription)"
          return cases(of: inner, isReached: isCertain) { part in
            embed(pattern.flatMap { $0 == name ? part : [$0] })
          }
        }
        return [handler(item, pattern, isCertain)]
      }
    }
  }

  /// `Todos.swift:66`.
  private func site(of node: some SyntaxProtocol) -> String {
    guard let place = context.location(of: node, at: .afterLeadingTrivia, filePathMode: .fileID),
      let file = place.file.as(StringLiteralExprSyntax.self)?.representedLiteralValue
    else { return "" }
    return "\(file.split(separator: "/").last ?? ""):\(place.line.trimmedDescription)"
  }
}

extension PatternSyntax {
  /// The tokens of the pattern in the language of `ActionPattern`, with `$name` for each name that it binds, and whether they
  /// match exactly the same actions.
  fileprivate var matched: (tokens: [String], isCertain: Bool) {
    func binds(_ token: TokenSyntax?) -> Bool {
      [.keyword(.let), .keyword(.var)].contains(token?.tokenKind)
    }
    let bindsAll = binds(firstToken(viewMode: .sourceAccurate))
    var isCertain = true
    let tokens = tokens(viewMode: .sourceAccurate).compactMap { token -> String? in
      if binds(token) { return nil }
      guard case .identifier(let name) = token.tokenKind, token.previousToken?.tokenKind != .period,
        token.nextToken?.tokenKind != .colon
      else { return token.text }
      if bindsAll || binds(token.previousToken(viewMode: .sourceAccurate)) { return "$\(name)" }
      isCertain = false
      return "_"
    }
    return (tokens, isCertain)
  }
}
