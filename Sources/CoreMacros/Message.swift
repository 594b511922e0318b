import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A macro's diagnostic.
struct Message: DiagnosticMessage, FixItMessage {
  let message: String
  let severity: DiagnosticSeverity

  var diagnosticID: MessageID { MessageID(domain: "CoreMacros", id: message) }
  var fixItID: MessageID { diagnosticID }

  static func fixIt(_ message: String) -> Self { Self(message: message, severity: .note) }
}

extension MacroExpansionContext {
  /// Reports an error at a node, with fixes.
  func error(_ message: String, at node: some SyntaxProtocol, fixIts: FixIt?...) {
    diagnose(
      Diagnostic(
        node: node,
        message: Message(message: message, severity: .error),
        fixIts: fixIts.compactMap(\.self)
      )
    )
  }
}

extension FixIt {
  /// A fix that replaces a node.
  static func replace(_ old: some SyntaxProtocol, with new: some SyntaxProtocol, _ message: String) -> FixIt {
    FixIt(
      message: Message.fixIt(message),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))]
    )
  }

  /// A fix that removes a member, with its line, from its type.
  static func remove(_ member: some DeclSyntaxProtocol, from block: MemberBlockSyntax) -> FixIt? {
    let kept = block.members.filter { $0.decl.id != member.id }
    guard kept.count < block.members.count else { return nil }
    let name =
      member.as(VariableDeclSyntax.self)?.identifier ?? member.as(FunctionDeclSyntax.self)?.name.text ?? "it"
    return .replace(block.members, with: kept, "Remove '\(name)'")
  }

  /// A fix that removes an attribute from a declaration.
  static func remove(_ attribute: AttributeSyntax, from declaration: some SyntaxProtocol) -> FixIt? {
    guard let declaration = declaration.asProtocol((any WithAttributesSyntax).self) else { return nil }
    return .replace(
      declaration,
      with: declaration.removing(attribute),
      "Remove '\(attribute.trimmedDescription)'"
    )
  }

  /// A fix that changes a class or an actor to a struct.
  static func makeStruct(_ declaration: some DeclGroupSyntax) -> FixIt? {
    let keyword = declaration.introducer
    guard ["class", "actor"].contains(keyword.text) else { return nil }
    let kept = declaration.modifiers.filter { !["final", "open"].contains($0.name.text) }
    var new = keyword.with(\.tokenKind, .keyword(.struct))
    // Keep the trivia before a removed modifier, such as a line break after the attribute.
    if kept.isEmpty {
      new = new.with(\.leadingTrivia, declaration.modifiers.first?.leadingTrivia ?? keyword.leadingTrivia)
    }
    return FixIt(
      message: Message.fixIt("Replace '\(keyword.text)' with 'struct'"),
      changes: [
        .replace(oldNode: Syntax(declaration.modifiers), newNode: Syntax(kept)),
        .replace(oldNode: Syntax(keyword), newNode: Syntax(new)),
      ]
    )
  }
}

extension WithAttributesSyntax {
  /// The declaration without an attribute, which is found by its text, because a macro receives a copy.
  fileprivate func removing(_ attribute: AttributeSyntax) -> Self {
    // A key path to a requirement of the protocol would crash in the compiler's own SwiftSyntax.
    var copy = self
    copy.attributes = attributes.filter { $0.trimmedDescription != attribute.trimmedDescription }
    copy.leadingTrivia = leadingTrivia
    return copy
  }
}
