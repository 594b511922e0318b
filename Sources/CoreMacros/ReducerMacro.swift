import SwiftSyntax
import SwiftSyntaxMacros

/// `@Reducer`: makes a struct, or an enum that lists features, a feature.
enum ReducerMacro {}

extension ReducerMacro: ExtensionMacro {
  static func expansion(
    of _: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in _: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard !protocols.isEmpty else { return [] }
    let added: [String]
    if declaration.is(EnumDeclSyntax.self) {
      added = ["Core.CaseReducer", "Core.Reducer"]
    } else if declaration.is(StructDeclSyntax.self), declaration.inheritanceClause?.has("Reducer") != true {
      added = ["Core.Reducer"]
    } else {
      return []
    }
    return [.conformance(of: type, to: added, availability: declaration.attributes.availability)]
  }
}

extension ReducerMacro: MemberAttributeMacro {
  static func expansion(
    of _: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in _: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else { return [] }
    if let member = member.as(EnumDeclSyntax.self) { return attributes(of: member) }
    if let member = member.as(VariableDeclSyntax.self), member.identifier == "body",
      member.isStatic == declaration.is(EnumDeclSyntax.self), !member.isStored,
      !member.attributes.has("ReducerBuilder")
    {
      return ["@Core.ReducerBuilder<Self.State, Self.Action>"]
    }
    return []
  }

  private static func attributes(of member: EnumDeclSyntax) -> [AttributeSyntax] {
    var attributes: [AttributeSyntax] = []
    // Case paths also reach into actions carried by a feature's action, such as `DelegateAction`.
    if member.name.text == "State" || member.name.text.hasSuffix("Action"), member.wantsCasePaths {
      attributes.append("@Core.CasePathable")
    }
    if member.name.text == "State", !member.attributes.has("dynamicMemberLookup") {
      attributes.append("@dynamicMemberLookup")
    }
    return attributes
  }
}

extension ReducerMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo _: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let declaration = declaration.as(StructDeclSyntax.self) {
      return members(of: declaration, node: node, in: context)
    }
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return ReducerEnumSource(declaration: declaration, node: node).declarations(in: context)
    }
    reportMisuse(node, on: declaration, in: context)
    return []
  }

  private static func members(
    of declaration: StructDeclSyntax,
    node: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    if let arguments = node.arguments {
      context.error(
        "'@Reducer' accepts conformances only on an enum; declare a struct's own on 'State' and 'Action'",
        at: arguments,
        fixIts: .replace(node, with: AttributeSyntax(node.attributeName.trimmed), "Remove the arguments")
      )
    }
    let members = declaration.memberBlock.members
    let access = declaration.modifiers.memberAccess
    var added: [DeclSyntax] = []
    let reduce = members.reduceMethod
    let body = members.variable("body")
    // The compiler infers types that the reducer's declaration does not name as its own.
    func isMissing(_ name: String) -> Bool {
      let parameters = declaration.genericParameterClause?.parameters
      guard !members.declaresType(name), parameters?.contains(where: { $0.name.text == name }) != true
      else { return false }
      let sources = reduce.map { [Syntax($0.signature.parameterClause)] } ?? body?.types
      let isNested = !context.lexicalContext.isEmpty
      return sources?.contains { $0.names(name, of: declaration.name.text, isNested: isNested) } ?? true
    }
    if isMissing("State") {
      added.append(
        """
        @Core.ObservableState
        \(raw: access)struct State: Swift.Codable, Swift.Hashable, Swift.Sendable {
        \(raw: access)init() {}
        }
        """
      )
    }
    if isMissing("Action") { added.append("\(raw: access)enum Action: Swift.Hashable, Swift.Sendable {}") }
    if let handlers = HandlerSearch(in: declaration, context).handlers {
      added.append(
        """
        \(raw: access)static var _handlers: \
        [[(pattern: Swift.String, site: Swift.String, isCertain: Swift.Bool)]] { \(handlers) }
        """
      )
    }
    if let reduce, let body {
      context.error(
        "A reducer with a 'reduce' method never runs its 'body'; implement only one of them",
        at: reduce.name,
        fixIts: .remove(reduce, from: declaration.memberBlock),
        .remove(body, from: declaration.memberBlock)
      )
    } else if reduce == nil, body == nil {
      added.append(
        "\(raw: access)var body: Core.EmptyReducer<Self.State, Self.Action> { Core.EmptyReducer() }"
      )
    }
    return added
  }

  private static func reportMisuse(
    _ node: AttributeSyntax,
    on declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) {
    let name = declaration.asProtocol((any NamedDeclSyntax).self).map { " '\($0.name.text)'" } ?? ""
    let kind = "\(declaration.introducer.text)\(name)"
    context.error(
      "'@Reducer' can only be applied to a struct or an enum, not to \(kind)",
      at: node,
      fixIts: .makeStruct(declaration),
      .remove(node, from: declaration)
    )
  }
}

extension MemberBlockItemListSyntax {
  /// `reduce(into:action:)`.
  var reduceMethod: FunctionDeclSyntax? {
    allDeclarations.lazy.compactMap { $0.as(FunctionDeclSyntax.self) }.first { function in
      let labels = function.signature.parameterClause.parameters.map(\.firstName.text)
      return function.name.text == "reduce" && labels == ["into", "action"]
        && !function.modifiers.has(.static)
    }
  }
}

extension VariableDeclSyntax {
  /// The parts of a declaration that may name the property's type.
  fileprivate var types: [Syntax] {
    bindings.flatMap { [$0.typeAnnotation.map { Syntax($0) }, $0.initializer.map { Syntax($0) }] }.compactMap(
      \.self
    )
  }
}

extension Syntax {
  /// Whether this source of a reducer's types names `State` or `Action` as the reducer's own: `Self.State`,
  /// `some ReducerOf<Self>`, or `State` where it cannot be an enclosing type's.
  ///
  /// - Parameters:
  ///   - name: `State` or `Action`.
  ///   - reducer: The reducer's name.
  ///   - isNested: Whether the reducer is nested in a declaration that may have a type of that name.
  fileprivate func names(_ name: String, of reducer: String, isNested: Bool) -> Bool {
    containsType { type in
      guard ["Self", reducer].contains(type.name.text) else { return type.name.text == name && !isNested }
      guard let member = type.parent?.as(MemberTypeSyntax.self) else { return true }
      return member.name.text == name
    }
  }
}
