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
    DirectSends(in: context).walk(declaration.memberBlock)
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

/// Reports the calls of `store.send` in a type that has its own `send` for them.
private final class DirectSends: SyntaxVisitor {
  private let context: any MacroExpansionContext

  init(in context: some MacroExpansionContext) {
    self.context = context
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let action = node.directlySentViewAction {
      context.diagnose(
        Diagnostic(
          node: node,
          message: Message(
            message: "'send' sends view actions; 'store.send' is not needed here",
            severity: .warning
          ),
          fixIts: [
            .replace(
              node,
              with: ("send(\(action))" as ExprSyntax).with(\.leadingTrivia, node.leadingTrivia),
              "Call 'send' with the view action"
            )
          ]
        )
      )
    }
    return .visitChildren
  }
}

extension FunctionCallExprSyntax {
  /// The payload, if this is `store.send(.view(…))` or `self.store.send(.view(…))`.
  fileprivate var directlySentViewAction: ExprSyntax? {
    guard let method = calledExpression.as(MemberAccessExprSyntax.self),
      method.declName.baseName.text == "send",
      ["store", "self.store"].contains(method.base?.trimmedDescription), arguments.count == 1,
      let call = arguments.first?.expression.as(FunctionCallExprSyntax.self),
      call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "view",
      call.arguments.count == 1
    else { return nil }
    return call.arguments.first?.expression.trimmed
  }
}
