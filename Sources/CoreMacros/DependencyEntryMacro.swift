import SwiftSyntax
import SwiftSyntaxMacros

/// `@DependencyEntry`: a dependency with its key.
enum DependencyEntryMacro {}

extension DependencyEntryMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let entry = Entry(declaration, node) else {
      context.error(
        "'@DependencyEntry' can only be applied to a variable with an initial value for tests: 'var api: any API = Mock()'",
        at: node
      )
      return []
    }
    return ["get { self[\(raw: entry.key).self] }", "set { self[\(raw: entry.key).self] = newValue }"]
  }
}

extension DependencyEntryMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in _: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let entry = Entry(declaration, node) else { return [] }
    let kind = entry.values.contains { $0.name == "liveValue" } ? "DependencyKey" : "TestDependencyKey"
    let values = entry.values.map { name, value in
      // Each test has its own value, unless the type is to be inferred.
      entry.type.map { "\(entry.access)static var \(name): \($0) { \(value) }" }
        ?? "\(entry.access)static let \(name) = \(value)"
    }
    return [
      """
      \(raw: entry.keyAccess)enum \(raw: entry.key): Core.\(raw: kind) {
      \(raw: values.joined(separator: "\n"))
      }
      """
    ]
  }
}

/// A variable that declares a dependency.
private struct Entry {
  /// The name of the key's type.
  let key: String
  let keyAccess: String
  let access: String
  let type: String?
  let values: [(name: String, value: String)]

  init?(_ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax) {
    guard let (variable, name, binding) = declaration.storedVariable, let initializer = binding.initializer
    else { return nil }
    let arguments = node.arguments?.as(LabeledExprListSyntax.self) ?? []
    let given = arguments.first { $0.label == nil }?.expression.as(StringLiteralExprSyntax.self)
    access = variable.modifiers.memberAccess
    (key, keyAccess) =
      (given?.representedLiteralValue).map { ($0, variable.modifiers.access) }
      ?? ("_\(name.withoutBackticks)Key", "private ")
    type = binding.typeAnnotation?.type.trimmedDescription
    values =
      arguments.compactMap { argument in
        argument.label.map { ($0.text, argument.expression.trimmedDescription) }
      } + [("testValue", initializer.value.trimmedDescription)]
  }
}
