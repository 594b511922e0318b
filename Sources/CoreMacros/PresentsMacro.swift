import SwiftSyntax
import SwiftSyntaxMacros

/// `@Presents`: stores an optional child's state as presentation state, which `$name` returns.
enum PresentsMacro {}

extension PresentsMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let property = PresentedProperty(declaration) else {
      reportMisuse(node, on: declaration, in: context)
      return []
    }
    let accessors = TrackedAccessors(
      name: property.name,
      storage: property.storage,
      value: "\(property.storage).wrappedValue",
      initialStorage: "Core.PresentationState(wrappedValue: initialValue)"
    )
    return context.isInObservableState ? accessors.declarations : accessors.plainDeclarations
  }

  private static func reportMisuse(
    _ node: AttributeSyntax,
    on declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      context.error("'@Presents' can only be applied to a variable", at: node)
      return
    }
    if variable.isLet {
      let keyword = variable.bindingSpecifier
      context.error(
        "'@Presents' can only be applied to a variable: a constant cannot be dismissed",
        at: node,
        fixIts: .replace(keyword, with: keyword.with(\.tokenKind, .keyword(.var)), "Replace 'let' with 'var'")
      )
    } else if let type = variable.bindings.first?.typeAnnotation?.type, variable.isStored {
      context.error(
        "'@Presents' requires an optional type, which is nil while nothing is presented",
        at: type,
        fixIts: .replace(type, with: "\(type.trimmed)?" as TypeSyntax, "Make '\(type.trimmed)' optional")
      )
    } else {
      context.error("'@Presents' requires a stored variable with a type, such as 'Child.State?'", at: node)
    }
  }
}

extension PresentsMacro: PeerMacro {
  static func expansion(
    of _: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let property = PresentedProperty(declaration) else { return [] }
    let isTracked = context.isInObservableState
    let access = isTracked ? "if _$observationRegistrar.isTracking {\n\(property.accessCall)\n}\n" : ""
    return [
      """
      \(raw: property.access)var $\(raw: property.unquotedName): Core.PresentationState<\(raw: property.wrapped)> {
      get {
      \(raw: access)return \(raw: property.storage).projectedValue
      }
      set {
      \(raw: property.projectedSetter(isTracked: isTracked))
      }
      }
      """,
      """
      private var \(raw: property.storage) = \
      Core.PresentationState<\(raw: property.wrapped)>(wrappedValue: \(raw: property.initialValue))
      """,
    ]
  }
}

/// A variable with an optional type.
private struct PresentedProperty {
  let name: String
  let wrapped: String
  let initialValue: String
  let access: String

  var unquotedName: String { name.withoutBackticks }
  var storage: String { "_\(unquotedName)" }
  var accessCall: String { "_$observationRegistrar.access(self, keyPath: \\.\(name))" }

  init?(_ declaration: some DeclSyntaxProtocol) {
    guard let (variable, name, binding) = declaration.storedVariable, !variable.isStatic,
      let wrapped = binding.typeAnnotation?.type.wrappedType
    else { return nil }
    self.name = name
    self.wrapped = wrapped
    initialValue = binding.initializer?.value.trimmedDescription ?? "nil"
    access =
      variable.modifiers.has(.private) || variable.modifiers.has(.fileprivate)
      ? "fileprivate " : variable.modifiers.memberAccess
  }

  func projectedSetter(isTracked: Bool) -> String {
    guard isTracked else { return "\(storage).projectedValue = newValue" }
    return """
      let isChange = _$observationRegistrar.isChange(\
      from: \(storage).wrappedValue, to: newValue.wrappedValue)
      \(storage).projectedValue = newValue
      if _$observationRegistrar.wrote(), isChange {
      _$observationRegistrar.tellObservers(of: \\.\(name), in: self)
      }
      """
  }
}

extension TypeSyntax {
  /// The wrapped type of an optional, in any notation.
  fileprivate var wrappedType: String? {
    if let optional = self.as(OptionalTypeSyntax.self) {
      let wrapped = optional.wrappedType
      if let tuple = wrapped.as(TupleTypeSyntax.self), tuple.elements.count == 1 {
        return tuple.elements.first?.type.trimmedDescription
      }
      return wrapped.trimmedDescription
    }
    guard let generic = self.as(IdentifierTypeSyntax.self), generic.name.text == "Optional" else {
      return nil
    }
    return generic.genericArgumentClause?.arguments.first?.argument.trimmedDescription
  }
}

extension MacroExpansionContext {
  /// Whether the declaration is in a struct marked `@ObservableState`.
  fileprivate var isInObservableState: Bool {
    lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)?.attributes.has("ObservableState")
      ?? false
  }
}

extension TrackedAccessors {
  /// The accessors without observation.
  var plainDeclarations: [AccessorDeclSyntax] {
    [
      declarations[0],
      """
      get {
      \(raw: value)
      }
      """,
      """
      set {
      \(raw: value) = newValue
      }
      """,
      """
      _modify {
      yield &\(raw: value)
      }
      """,
    ]
  }
}
