import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@ViewAction(for:)`: adds a `send` for the feature's view actions to a type that holds a store.
enum ViewActionMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo _: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.memberBlock.members.variable("store") != nil else {
      context.error(
        "'@ViewAction' requires a variable 'store' in '\(type.trimmed)' with a store of the feature",
        at: node
      )
      return []
    }
    for call in DirectSends(in: declaration.memberBlock).calls { call.reportAsDirect(in: context) }
    guard declaration.inheritanceClause?.has("ViewActionSending") != true else { return [] }
    return [
      .conformance(
        of: type,
        to: ["Core.ViewActionSending"],
        availability: declaration.attributes.availability
      )
    ]
  }
}

/// The calls of `store.send` in a type that has its own `send` for them.
private final class DirectSends: SyntaxVisitor {
  private(set) var calls: [FunctionCallExprSyntax] = []

  init(in members: MemberBlockSyntax) {
    super.init(viewMode: .sourceAccurate)
    walk(members)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.sentActionIsView { calls.append(node) }
    return .visitChildren
  }
}

extension FunctionCallExprSyntax {
  /// Whether this is `store.send(.view(…))` or `self.store.send(.view(…))`.
  fileprivate var sentActionIsView: Bool {
    guard let method = calledExpression.as(MemberAccessExprSyntax.self),
      method.declName.baseName.text == "send",
      ["store", "self.store"].contains(method.base?.trimmedDescription), viewAction != nil
    else { return false }
    return true
  }

  /// The payload of `.view(…)`, if that is what is sent.
  private var viewAction: ExprSyntax? {
    guard arguments.count == 1, let call = arguments.first?.expression.as(FunctionCallExprSyntax.self),
      call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "view",
      call.arguments.count == 1
    else { return nil }
    return call.arguments.first?.expression.trimmed
  }

  fileprivate func reportAsDirect(in context: some MacroExpansionContext) {
    guard let viewAction else { return }
    context.diagnose(
      Diagnostic(
        node: self,
        message: Message(
          message: "'send' sends view actions; 'store.send' is not needed here",
          severity: .warning
        ),
        fixIts: [
          .replace(
            self,
            with: ("send(\(viewAction))" as ExprSyntax).with(\.leadingTrivia, leadingTrivia),
            "Call 'send' with the view action"
          )
        ]
      )
    )
  }
}
