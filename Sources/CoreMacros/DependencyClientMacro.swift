import SwiftSyntax
import SwiftSyntaxMacros

/// `@DependencyClient`: gives each endpoint of a struct an implementation that reports its use, and the struct the
/// corresponding initializers.
enum DependencyClientMacro {}

extension DependencyClientMacro: MemberAttributeMacro {
  static func expansion(
    of _: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in _: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self),
      variable.isEndpoint, !variable.attributes.has("DependencyEndpoint")
    else { return [] }
    return ["@Core.DependencyEndpoint"]
  }
}

extension DependencyClientMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo _: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      context.error(
        "'@DependencyClient' can only be applied to a struct",
        at: node,
        fixIts: .makeStruct(declaration),
        .remove(node, from: declaration)
      )
      return []
    }
    let members = declaration.memberBlock.members
    let hasInitializer = members.allDeclarations.contains { $0.is(InitializerDeclSyntax.self) }
    let properties = members.allDeclarations.compactMap { $0.as(VariableDeclSyntax.self) }.compactMap(
      ClientProperty.init
    )
    guard !hasInitializer else { return [] }
    let access = declaration.modifiers.memberAccess
    var initializers = [memberwise(properties, access)]
    if properties.allSatisfy(\.hasDefault), !properties.isEmpty {
      initializers.append("\(raw: access)init() {}")
    }
    return initializers
  }

  private static func memberwise(_ properties: [ClientProperty], _ access: String) -> DeclSyntax {
    let parameters = properties.map(\.parameter).joined(separator: ",\n")
    let assignments = properties.map { "self.\($0.storage) = \($0.name)" }.joined(separator: "\n")
    guard !properties.isEmpty else { return "\(raw: access)init() {}" }
    return """
      \(raw: access)init(
      \(raw: parameters)
      ) {
      \(raw: assignments)
      }
      """
  }
}

/// A stored property that the memberwise initializer sets.
private struct ClientProperty {
  let name: String
  let type: String
  let isEndpoint: Bool
  let isFunction: Bool
  let initialValue: String?

  init?(_ variable: VariableDeclSyntax) {
    guard !variable.isStatic, variable.isStored, let name = variable.identifier,
      let binding = variable.bindings.first,
      !(variable.isLet && binding.initializer != nil)
    else { return nil }
    self.name = name
    // If the type is inferred from anything but a literal, the property keeps its initial value.
    guard let type = binding.typeAnnotation?.type.trimmedDescription ?? binding.initializer?.value.literalType
    else { return nil }
    self.type = type
    isEndpoint = variable.isEndpoint
    isFunction = binding.typeAnnotation?.type.functionType != nil
    initialValue = binding.initializer?.value.trimmedDescription
  }

  var storage: String { isEndpoint ? "_" + name.withoutBackticks : name }

  var hasDefault: Bool { isEndpoint || initialValue != nil }

  var parameter: String {
    // Endpoints are always passed explicitly; otherwise the initializer without parameters is used.
    let value = isEndpoint ? "" : initialValue.map { " = \($0)" } ?? ""
    return "\(name): \(isFunction ? "@escaping " : "")\(type)\(value)"
  }
}

extension VariableDeclSyntax {
  /// Whether the property is an endpoint of a client.
  var isEndpoint: Bool {
    !isLet && !isStatic && isStored && identifier != nil
      && bindings.first?.typeAnnotation?.type.functionType != nil
      && !attributes.has("DependencyEndpointIgnored")
  }
}

extension TypeSyntax {
  /// The function type, without attributes and parentheses.
  var functionType: FunctionTypeSyntax? {
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.functionType }
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first?.type.functionType
    }
    return self.as(FunctionTypeSyntax.self)
  }
}

extension ExprSyntax {
  /// The type of a literal without further context.
  fileprivate var literalType: String? {
    switch kind {
    case .booleanLiteralExpr: "Swift.Bool"
    case .floatLiteralExpr: "Swift.Double"
    case .integerLiteralExpr: "Swift.Int"
    case .stringLiteralExpr: "Swift.String"
    default: nil
    }
  }
}
