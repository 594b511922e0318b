import SwiftSyntax
import SwiftSyntaxMacros

/// `@DependencyEndpoint`: an endpoint that reports its use unless it is implemented, and a method with its labels.
enum DependencyEndpointMacro {}

extension DependencyEndpointMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let endpoint = Endpoint(declaration, node, context) else {
      context.error(
        "'@DependencyEndpoint' can only be applied to a variable whose type is a function",
        at: node
      )
      return []
    }
    guard endpoint.unimplemented != nil else {
      endpoint.reportMissingDefault(in: context)
      return []
    }
    // The default value in the source must not be assigned: it would replace the closure that reports the use first.
    return (endpoint.binding.initializer == nil ? [endpoint.initAccessor] : []) + [
      """
      get {
      \(raw: endpoint.storage)
      }
      """,
      """
      set {
      \(raw: endpoint.storage) = newValue
      }
      """,
    ]
  }
}

extension DependencyEndpointMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let endpoint = Endpoint(declaration, node, context), let unimplemented = endpoint.unimplemented
    else {
      return []
    }
    let storage: DeclSyntax =
      "private var \(raw: endpoint.storage): \(raw: endpoint.type) = \(raw: unimplemented)"
    return endpoint.method.map { [storage, $0] } ?? [storage]
  }
}

/// A variable with a function type.
struct Endpoint {
  let variable: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let function: FunctionTypeSyntax
  let name: String
  /// The name to report, prefixed with the client's.
  let fullName: String
  let methodName: String?

  init?(
    _ declaration: some DeclSyntaxProtocol,
    _ node: AttributeSyntax,
    _ context: some MacroExpansionContext
  ) {
    guard let variable = declaration.as(VariableDeclSyntax.self), variable.isEndpoint,
      let name = variable.identifier, let binding = variable.bindings.first,
      let function = binding.typeAnnotation?.type.functionType
    else { return nil }
    self.variable = variable
    self.binding = binding
    self.function = function
    self.name = name
    let client = context.lexicalContext.first?.asProtocol((any NamedDeclSyntax).self)?.name.text
    fullName = (client.map { "\($0)." } ?? "") + name.withoutBackticks
    let arguments = node.arguments?.as(LabeledExprListSyntax.self)
    methodName =
      arguments?.first { $0.label?.text == "method" }?
      .expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }

  var storage: String { "_" + name.withoutBackticks }

  var type: String { binding.typeAnnotation?.type.trimmedDescription ?? "" }

  private var effects: TypeEffectSpecifiersSyntax? { function.effectSpecifiers }
  var isAsync: Bool { effects?.asyncSpecifier != nil }
  var isThrowing: Bool { effects?.throwsClause != nil }
  /// A typed `throws` can throw only its own type.
  private var throwsAnyError: Bool {
    isThrowing && ["any Swift.Error", "any Error", "Error"].contains(failure)
  }

  /// The type of its errors.
  var failure: String { effects?.throwsClause?.type?.trimmedDescription ?? "any Swift.Error" }
  var callPrefix: String { (isThrowing ? "try " : "") + (isAsync ? "await " : "") }

  var result: String {
    let type = function.returnClause.type.trimmedDescription
    return type == "()" ? "Swift.Void" : type
  }
  var isVoid: Bool { ["Void", "Swift.Void"].contains(result) }
  private var isOptional: Bool {
    function.returnClause.type.is(OptionalTypeSyntax.self) || result.hasPrefix("Optional<")
  }

  /// Lets a handwritten initializer assign the property before everything else is initialized.
  var initAccessor: AccessorDeclSyntax {
    """
    @storageRestrictions(initializes: \(raw: storage))
    init(initialValue) {
    \(raw: storage) = initialValue
    }
    """
  }

  // MARK: The implementation that reports its use

  /// The default value, or `nil` if one must be written to return a value.
  var unimplemented: String? {
    let report = "Core.reportUnimplemented(\"\(fullName)\")"
    let parameters = function.parameters.isEmpty ? "" : unnamedParameters + " in\n"
    if let value = binding.initializer?.value {
      guard let closure = value.as(ClosureExprSyntax.self) else {
        let arguments = function.parameters.indices.enumerated().map { "$\($0.offset)" }.joined(
          separator: ", "
        )
        return "{\n\(report)\nreturn \(callPrefix)(\(value.trimmedDescription))(\(arguments))\n}"
      }
      return reporting(report, in: closure)
    }
    if throwsAnyError { return "{ \(parameters)\(report)\nthrow Core.Unimplemented(\"\(fullName)\")\n}" }
    if isVoid { return "{ \(parameters)\(report)\n}" }
    if isOptional { return "{ \(parameters)\(report)\nreturn nil\n}" }
    return nil
  }

  private var unnamedParameters: String {
    function.parameters.map { _ in "_" }.joined(separator: ", ")
  }

  /// The closure in the source, preceded by a report. A single expression then needs a `return`.
  private func reporting(_ report: String, in closure: ClosureExprSyntax) -> String {
    let signature = closure.signature.map { " \($0.trimmedDescription)" } ?? ""
    let statements = closure.statements
    let expression = statements.count == 1 ? statements.first?.item.as(ExprSyntax.self) : nil
    let returns = expression.map { !isVoid && !$0.neverReturns } ?? false
    return "{\(signature)\n\(report)\n\(returns ? "return " : "")\(statements.trimmedDescription)\n}"
  }

  func reportMissingDefault(in context: some MacroExpansionContext) {
    let placeholder = "<#\(result)#>"
    let parameters = function.parameters.isEmpty ? "" : "\(unnamedParameters) in "
    let value: ExprSyntax = "{ \(raw: parameters)\(raw: placeholder) }"
    let fixed = binding.trimmed.with(
      \.initializer,
      InitializerClauseSyntax(
        equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
        value: value
      )
    )
    context.error(
      "The endpoint '\(name)' needs a default value: it can neither throw nor return without one",
      at: binding,
      fixIts: .replace(binding, with: fixed, "Insert '= \(value)'")
    )
  }

  // MARK: The method

  /// The attributes of its type that isolate it to an actor.
  private var isolation: String {
    let attributes = binding.typeAnnotation?.type.as(AttributedTypeSyntax.self)?.attributes ?? []
    return attributes.map(\.trimmedDescription).filter { !["@Sendable", "@concurrent"].contains($0) }
      .map { $0 + "\n" }.joined()
  }

  /// A method that takes labelled arguments, which a closure cannot.
  var method: DeclSyntax? {
    let parameters = function.parameters.enumerated().map { index, parameter in
      (label: parameter.secondName?.text, name: "p\(index)", type: parameter.type.trimmedDescription)
    }
    guard methodName != nil || parameters.contains(where: { $0.label != nil }) else { return nil }
    let signature = parameters.map { "\($0.label ?? "_") \($0.name): \($0.type)" }
    let effects = self.effects.map { " \($0.trimmedDescription)" } ?? ""
    let arguments = zip(parameters, function.parameters).map { $1.type.passing($0.name) }
    let access = variable.modifiers.memberAccess
    let attributes = variable.attributes.availability + isolation
    return """
      \(raw: attributes)\(raw: access)func \(raw: methodName ?? name)(\(raw: signature.joined(separator: ", ")))\
      \(raw: effects) -> \(raw: result) {
      \(raw: callPrefix)self.\(raw: name)(\(raw: arguments.joined(separator: ", ")))
      }
      """
  }
}

extension TypeSyntax {
  /// An argument that passes on a parameter of this type.
  func passing(_ name: String) -> String {
    if self.as(AttributedTypeSyntax.self)?.attributes.has("autoclosure") == true { return "\(name)()" }
    return description.hasPrefix("inout ") ? "&\(name)" : name
  }
}

extension ExprSyntax {
  /// Whether this calls a function of the standard library that never returns.
  fileprivate var neverReturns: Bool {
    let function = self.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription
    return ["fatalError", "preconditionFailure", "Swift.fatalError", "Swift.preconditionFailure"].contains(
      function
    )
  }
}

/// `@DependencyEndpointIgnored`: a marker for `@DependencyClient`, without its own effect.
enum DependencyEndpointIgnoredMacro: PeerMacro {
  static func expansion(
    of _: AttributeSyntax,
    providingPeersOf _: some DeclSyntaxProtocol,
    in _: some MacroExpansionContext
  ) throws -> [DeclSyntax] { [] }
}
