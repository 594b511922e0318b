import SwiftSyntax
import SwiftSyntaxMacros

/// Finds where the code of a reducer handles its actions, for `Reducer._handlers`.
final class HandlerSearch: SyntaxVisitor {
  private typealias Handler = (pattern: String, site: String, isCertain: Bool)

  private let context: any MacroExpansionContext
  private let feature: String
  private var found: [(node: Syntax, handlers: [Handler])] = []
  /// The uses of names that may be those of the reducer's functions and properties.
  private var uses: [String: [DeclReferenceExprSyntax]] = [:]

  init(in declaration: some DeclGroupSyntax & NamedDeclSyntax, _ context: some MacroExpansionContext) {
    self.context = context
    feature = declaration.name.text
    super.init(viewMode: .sourceAccurate)
    walk(declaration.memberBlock)
  }

  /// The value of `Reducer._handlers`; `nil` if there are none.
  var handlers: ExprSyntax? {
    if found.isEmpty { return nil }
    let groups = found.map { node, handlers in
      // Code that is not always reached: an action may be handled elsewhere before it.
      let all = (isReached(node) ? [] : [("_", "", false)]) + handlers
      let tuples = all.map { "(\($0.makeLiteralSyntax()), \($1.makeLiteralSyntax()), \($2))" }
      return "[\(tuples.joined(separator: ", "))]"
    }
    return "[\(raw: groups.joined(separator: ", "))]"
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.subject.trimmedDescription == "action" else { return .visitChildren }
    found.append((Syntax(node), cases(of: node.cases) { $0 }))
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.trimmedDescription == "BindingReducer()" {
      found.append((Syntax(node), [(".binding", site(of: node), true)]))
    }
    guard node.arguments.contains(where: { $0.label?.text == "action" }), node.trailingClosure != nil else {
      return .visitChildren
    }
    // The closure of `Scope` or `ifLet` contains the reducer of another feature.
    walk(node.calledExpression)
    return .skipChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let base = node.parent?.as(MemberAccessExprSyntax.self).flatMap { $0.declName == node ? $0.base : nil }
    if base == nil || base?.trimmedDescription == "self" {
      uses[node.baseName.text, default: []].append(node)
    }
    return .skipChildren
  }

  // In these declarations, `action` may be that of another feature, or is not handled there.
  override func visit(_: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let isOfOther = node.signature.parameterClause.parameters.contains {
      ($0.secondName ?? $0.firstName).text == "action"
        && !["Action", "Self.Action", "\(feature).Action"].contains($0.type.trimmedDescription)
    }
    let result = node.signature.returnClause?.description
    let mayHandle = ["Effect", "Reduce"].contains { result?.contains($0) != false }
    return isOfOther || !mayHandle ? .skipChildren : .visitChildren
  }

  /// - Parameters:
  ///   - isCertain: Whether every action that the patterns match reaches these cases.
  ///   - embed: Embeds a pattern of the subject in one of the action.
  private func cases(
    of list: SwitchCaseListSyntax,
    isCertain: Bool = true,
    _ embed: ([String]) -> [String]
  ) -> [Handler] {
    let branches = Array(list)
    return branches.indices.flatMap { index -> [Handler] in
      guard let branch = branches[index].as(SwitchCaseSyntax.self) else {
        let clauses = branches[index].as(IfConfigDeclSyntax.self)?.clauses
        return clauses?.compactMap { $0.elements?.as(SwitchCaseListSyntax.self) }
          .flatMap { cases(of: $0, isCertain: false, embed) } ?? []
      }
      let target = branches[index...].first {
        $0.as(SwitchCaseSyntax.self)?.statements.trimmedDescription != "fallthrough"
      }
      return handlers(of: branch, running: target?.as(SwitchCaseSyntax.self) ?? branch, isCertain, embed)
    }
  }

  /// - Parameter target: The branch with the code that runs: another one after `fallthrough`.
  private func handlers(
    of branch: SwitchCaseSyntax,
    running target: SwitchCaseSyntax,
    _ isCertain: Bool,
    _ embed: ([String]) -> [String]
  ) -> [Handler] {
    let doesNothing = ["return .none", ".none", "break"].contains(target.statements.trimmedDescription)
    func handler(_ node: some SyntaxProtocol, _ pattern: [String], _ isCertain: Bool) -> Handler {
      let parts = embed(pattern)
      let site = doesNothing ? "" : site(of: branch == target ? Syntax(node) : Syntax(target))
      let text = parts.map { $0.hasPrefix("$") || $0 == Self.unread ? "_" : $0 }.joined()
      return (text, site, isCertain && !parts.contains(Self.unread))
    }
    guard case .case(let label) = branch.label else { return [handler(branch, ["_"], isCertain)] }
    return label.caseItems.flatMap { item -> [Handler] in
      let pattern = Self.pattern(item.pattern)
      let isCertain = isCertain && item.whereClause == nil
      for statement in branch.statements {
        guard
          let inner = statement.item.as(ExpressionStmtSyntax.self)?.expression.as(SwitchExprSyntax.self),
          pattern.contains("$\(inner.subject.trimmedDescription)")
        else { continue }
        let name = "$\(inner.subject.trimmedDescription)"
        let isReached = branch.statements.surelyReach(Syntax(statement))
        return cases(of: inner.cases, isCertain: isCertain && isReached) { part in
          embed(pattern.flatMap { $0 == name ? part : [$0] })
        } + (isReached ? [] : [handler(item, pattern, isCertain)])
      }
      return [handler(item, pattern, isCertain)]
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

// Whether code is reached.
extension HandlerSearch {
  /// Whether the reducer runs a part of its code for every action.
  ///
  /// - Parameter depth: How many functions may be between the reducer and the code.
  private func isReached(_ node: Syntax, depth: Int = 3) -> Bool {
    var node = node
    while let parent = node.parent {
      switch parent.as(SyntaxEnum.self) {
      case .ifExpr, .switchExpr, .ternaryExpr, .guardStmt, .forStmt, .whileStmt, .catchClause, .ifConfigDecl:
        return false
      case .functionDecl where parent.parent?.kind != .memberBlockItem: return false
      case .closureExpr(let closure):
        guard let reducer = closure.parent?.as(FunctionCallExprSyntax.self)?.calledExpression,
          !reducer.is(MemberAccessExprSyntax.self), let name = reducer.firstToken(viewMode: .sourceAccurate),
          ["Reduce", "CombineReducers"].contains(name.text)
        else { return false }
      case .codeBlockItemList(let list):
        // A builder's closure has no parameters, and its parts cannot leave it.
        let isBuilder =
          list.parent?.as(ClosureExprSyntax.self).map { $0.signature == nil }
          ?? (list.parent?.kind != .codeBlock)
        if !isBuilder, !list.surelyReach(node) { return false }
      case .memberBlockItem(let item):
        let name =
          item.decl.as(FunctionDeclSyntax.self)?.name.text
          ?? item.decl.as(VariableDeclSyntax.self)?.bindings.first?.pattern.trimmedDescription
        guard let name, item.parent?.parent?.kind == .memberBlock else { return false }
        return ["body", "reduce"].contains(name)
          || depth > 0 && uses[name]?.contains { isReached(Syntax($0), depth: depth - 1) } == true
      default: break
      }
      node = parent
    }
    return false
  }
}

extension CodeBlockItemListSyntax {
  /// Whether no statement before this one can leave the function.
  fileprivate func surelyReach(_ node: Syntax) -> Bool {
    prefix { $0.id != node.id }.flatMap { $0.tokens(viewMode: .sourceAccurate) }
      .allSatisfy { ![.keyword(.return), .keyword(.throw), .keyword(.try)].contains($0.tokenKind) }
  }
}

// Patterns.
extension HandlerSearch {
  /// Stands for a part of a pattern that the language of `ActionPattern` does not support.
  private static let unread = "?"

  /// The parts of a pattern in the language of `ActionPattern`, with `$name` for each name that it binds.
  ///
  /// - Parameter binds: Whether names are bound, because a `let` precedes the pattern.
  private static func pattern(_ node: some SyntaxProtocol, binds: Bool = false) -> [String] {
    switch Syntax(node).as(SyntaxEnum.self) {
    case .wildcardPattern, .discardAssignmentExpr: ["_"]
    case .identifierPattern(let name): ["$\(name.identifier.text)"]
    case .declReferenceExpr(let name) where binds: ["$\(name.baseName.text)"]
    case .valueBindingPattern(let binding): pattern(binding.pattern, binds: true)
    case .expressionPattern(let pattern): Self.pattern(pattern.expression, binds: binds)
    case .patternExpr(let expression): pattern(expression.pattern, binds: binds)
    case .memberAccessExpr(let member) where member.base?.trimmedDescription.hasSuffix("Action") != false:
      [".\(member.declName.trimmedDescription)"]
    case .optionalChainingExpr(let some): [".some("] + pattern(some.expression, binds: binds) + [")"]
    case .functionCallExpr(let call):
      pattern(call.calledExpression) + ["("]
        + call.arguments.flatMap { argument in
          [argument.label.map { "\($0.text):" } ?? ""] + pattern(argument.expression, binds: binds)
            + [argument.trailingComma == nil ? "" : ","]
        } + [")"]
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .stringLiteralExpr, .nilLiteralExpr,
      .keyPathExpr:
      [node.trimmedDescription]
    default: [unread]
    }
  }
}
