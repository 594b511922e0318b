import SwiftDiagnostics
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
    if let declaration = declaration.as(StructDeclSyntax.self) {
      guard declaration.inheritanceClause?.has("Reducer") != true else { return [] }
      return [.conformance(of: type, to: ["Core.Reducer"], availability: declaration.attributes.availability)]
    }
    guard let declaration = declaration.as(EnumDeclSyntax.self) else { return [] }
    return [
      .conformance(
        of: type,
        to: ["Core.CaseReducer", "Core.Reducer"],
        availability: declaration.attributes.availability
      )
    ]
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
        fixIts: [.replace(node, with: AttributeSyntax(node.attributeName.trimmed), "Remove the arguments")]
      )
    }
    let members = declaration.memberBlock.members
    let access = declaration.modifiers.memberAccess
    var added: [DeclSyntax] = []
    let reduce = members.reduceMethod
    let body = members.variable("body")
    let name = declaration.name.text
    let reduced = reduce?.reducedTypes(in: name) ?? body?.reducedTypes(in: name)
    if !members.declaresType("State"), !declaration.hasGenericParameter("State") {
      if let state = reduced?.state {
        added.append("\(raw: access)typealias State = \(raw: state)")
      } else {
        added.append(
          """
          @Core.ObservableState
          \(raw: access)struct State: Swift.Codable, Swift.Hashable, Swift.Sendable {
          \(raw: access)init() {}
          }
          """
        )
      }
    }
    if !members.declaresType("Action"), !declaration.hasGenericParameter("Action") {
      if let action = reduced?.action {
        added.append("\(raw: access)typealias Action = \(raw: action)")
      } else {
        added.append("\(raw: access)enum Action: Swift.Hashable, Swift.Sendable {}")
      }
    }
    if let reduce, let body {
      reportTwoReducers(reduce, body, in: declaration.memberBlock, context)
    } else if reduce == nil, body == nil {
      added.append(
        "\(raw: access)var body: Core.EmptyReducer<Self.State, Self.Action> { Core.EmptyReducer() }"
      )
    }
    return added
  }

  private static func reportTwoReducers(
    _ reduce: FunctionDeclSyntax,
    _ body: VariableDeclSyntax,
    in block: MemberBlockSyntax,
    _ context: some MacroExpansionContext
  ) {
    context.error(
      "A reducer with a 'reduce' method never runs its 'body'; implement only one of them",
      at: reduce.name,
      fixIts: [.remove(reduce, from: block), .remove(body, from: block)].compactMap(\.self)
    )
  }

  private static func reportMisuse(
    _ node: AttributeSyntax,
    on declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) {
    let name = declaration.asProtocol((any NamedDeclSyntax).self).map { " '\($0.name.text)'" } ?? ""
    let kind = "\(declaration.introducer.text)\(name)"
    let fixIts = [FixIt.makeStruct(declaration), .remove(node, from: declaration)].compactMap(\.self)
    context.error(
      "'@Reducer' can only be applied to a struct or an enum, not to \(kind)",
      at: node,
      fixIts: fixIts
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

/// The state and action types named in a reducer's source; `nil` for the reducer's own.
private typealias ReducedTypes = (state: String?, action: String?)

extension FunctionDeclSyntax {
  /// The parameter types of `reduce(into:action:)` in the named reducer.
  fileprivate func reducedTypes(in reducer: String) -> ReducedTypes? {
    let types = signature.parameterClause.parameters.map { parameter in
      parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type
    }
    guard types.count == 2 else { return nil }
    return (types[0].named(other: "State", in: reducer), types[1].named(other: "Action", in: reducer))
  }
}

extension VariableDeclSyntax {
  /// The types in `some Reducer<Int, Action>` or `some ReducerOf<Other>` in the named reducer.
  fileprivate func reducedTypes(in reducer: String) -> ReducedTypes? {
    guard let type = bindings.first?.typeAnnotation?.type.as(SomeOrAnyTypeSyntax.self)?.constraint,
      let name = type.baseName, let arguments = type.lastGenericArguments
    else { return nil }
    switch (name, arguments.count) {
    case ("Reducer", 2):
      return (
        arguments[0].named(other: "State", in: reducer), arguments[1].named(other: "Action", in: reducer)
      )
    case ("ReducerOf", 1) where !arguments[0].isSelf(in: reducer):
      let type = arguments[0].trimmedDescription
      return ("\(type).State", "\(type).Action")
    default: return nil
    }
  }
}

extension TypeSyntax {
  /// The type in source form; `nil` if it is the given name, or the reducer's own member with this name.
  fileprivate func named(other name: String, in reducer: String) -> String? {
    if let member = self.as(MemberTypeSyntax.self), member.name.text == name,
      member.baseType.isSelf(in: reducer)
    {
      return nil
    }
    return trimmedDescription == name ? nil : trimmedDescription
  }

  /// Whether it is `Self`, or the name of the enclosing reducer.
  fileprivate func isSelf(in reducer: String) -> Bool {
    guard let name = self.as(IdentifierTypeSyntax.self)?.name.text else { return false }
    return name == "Self" || name == reducer
  }

  fileprivate var lastGenericArguments: [TypeSyntax]? {
    let clause =
      self.as(IdentifierTypeSyntax.self)?.genericArgumentClause
      ?? self.as(MemberTypeSyntax.self)?.genericArgumentClause
    return clause?.arguments.compactMap { argument in
      TypeSyntax("\(raw: argument.argument.trimmedDescription)")
    }
  }
}

extension StructDeclSyntax {
  fileprivate func hasGenericParameter(_ name: String) -> Bool {
    genericParameterClause?.parameters.contains { $0.name.text == name } ?? false
  }
}
