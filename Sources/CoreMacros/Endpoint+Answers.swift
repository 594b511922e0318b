import SwiftSyntax
import SwiftSyntaxMacros

extension DependencyClientMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // A conformance is not isolated, so it cannot set the properties of a type that is.
    guard !protocols.isEmpty, declaration.is(StructDeclSyntax.self), !declaration.attributes.has("MainActor")
    else { return [] }
    let endpoints = Conditional<Endpoint>.tree(in: declaration.memberBlock.members) { member in
      Endpoint(member, node, context).flatMap { $0.canBeAnswered ? [$0] : nil } ?? []
    }
    guard !endpoints.elements().isEmpty else { return [] }
    let access = declaration.modifiers.memberAccess
    let source: DeclSyntax = """
      \(raw: declaration.attributes.availability)extension \(type.trimmed): Core.AnswerableClient {
      \(raw: access)static var answerableEndpoints: [Core.Endpoint] {
      var endpoints: [Core.Endpoint] = []
      \(raw: endpoints.source { "endpoints.append(\($0.description))" })
      return endpoints
      }
      \(raw: access)mutating func lookForAnswers(in answers: Core.EndpointAnswers) {
      \(raw: endpoints.source { "self.\($0.name) = \($0.lookingForAnswers)" })
      }
      }
      """
    return [source.cast(ExtensionDeclSyntax.self)]
  }
}

extension Endpoint {
  /// Whether a function that looks for answers can take its place. It can pass on no variadic arguments, and may be
  /// available in fewer places than its client.
  fileprivate var canBeAnswered: Bool {
    unimplemented != nil && variable.attributes.availability.isEmpty
      && function.parameters.allSatisfy { $0.ellipsis == nil }
  }

  /// Its description, as an expression.
  fileprivate var description: String {
    var arguments = ["\"\(name.withoutBackticks)\""]
    if !function.parameters.isEmpty {
      let parameters = function.parameters.map { parameter in
        let label = parameter.secondName.map { "\"\($0.unquotedText)\"" } ?? "nil"
        return "(\(label), (\(parameter.type.valueType ?? "Swift.Void")).self)"
      }
      arguments.append("[\(parameters.joined(separator: ", "))]")
    }
    arguments.append("returning: (\(result)).self")
    if isThrowing { arguments.append("throwing: (\(failure)).self") }
    if isAsync { arguments.append("isAsync: true") }
    return "Core.Endpoint(\(arguments.joined(separator: ", ")))"
  }

  /// A closure that looks for an answer before it calls the function.
  fileprivate var lookingForAnswers: String {
    let names = function.parameters.indices.enumerated().map { "p\($0.offset)" }
    let values = zip(names, function.parameters).map { $1.type.valueType == nil ? "()" : "\($0) as Any" }
    let passed = zip(names, function.parameters).map { $1.type.passing($0) }
    let value =
      "\(callPrefix)reply.\(isAsync ? "awaited" : "value")(\(isThrowing ? "throwing: (\(failure)).self" : ""))"
    // The value of a variable without a type of its own would be warned of.
    let found = isVoid ? "\(value) != nil { return }" : "let value = \(value) { return value }"
    // The closure's own errors would be of any type.
    let effects = function.effectSpecifiers.map { " \($0.trimmedDescription)" } ?? ""
    return """
      { [original = self.\(name)] (\(names.joined(separator: ", ")))\(effects) in
      if let reply = answers.reply(of: "\(name.withoutBackticks)", to: [\(values.joined(separator: ", "))], as: (\(result)).self),
      \(found)
      return \(callPrefix)original(\(passed.joined(separator: ", ")))
      }
      """
  }
}

extension TypeSyntax {
  /// The type without attributes; `nil` for a function, which is no value that could be compared.
  fileprivate var valueType: String? {
    if functionType != nil { return nil }
    return self.as(AttributedTypeSyntax.self)?.baseType.trimmedDescription ?? trimmedDescription
  }
}
