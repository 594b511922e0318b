import SwiftSyntax

extension AttributeListSyntax {
  /// The attribute with this name, with or without a module prefix.
  func attribute(_ name: String) -> AttributeSyntax? {
    for case .attribute(let attribute) in self where attribute.name == name { return attribute }
    return nil
  }

  func has(_ name: String) -> Bool { attribute(name) != nil }

  /// The availability attributes of a declaration, each on its line, to copy to another.
  var availability: String {
    compactMap { element in
      guard case .attribute(let attribute) = element, attribute.name == "available" else { return nil }
      return attribute.trimmedDescription + "\n"
    }.joined()
  }
}

extension AttributeSyntax {
  /// The last component of the attribute's name, without generic arguments.
  var name: String {
    attributeName.as(MemberTypeSyntax.self)?.name.text
      ?? attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.trimmedDescription
  }
}

extension DeclModifierListSyntax {
  func has(_ keyword: Keyword) -> Bool {
    contains { $0.name.tokenKind == .keyword(keyword) && $0.detail == nil }
  }

  /// The access modifier: `public `, `fileprivate ` or nothing.
  var access: String {
    let keywords = ["public", "package", "fileprivate", "private"]
    return first { keywords.contains($0.name.text) }.map { "\($0.name.text) " } ?? ""
  }

  /// The access modifier that makes generated members as visible as their type: `public `, `package ` or nothing.
  ///
  /// Members of a private type are as visible as the type without a modifier.
  var memberAccess: String {
    if has(.public) || has(.open) { "public " } else if has(.package) { "package " } else { "" }
  }
}

extension VariableDeclSyntax {
  /// The name, if the declaration binds a single name.
  var identifier: String? {
    guard bindings.count == 1 else { return nil }
    return bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
  }

  var isStatic: Bool { modifiers.has(.static) || modifiers.has(.class) }

  /// Whether the property is stored, including properties with observers.
  var isStored: Bool {
    bindings.allSatisfy { binding in
      guard let accessors = binding.accessorBlock?.accessors else { return true }
      // Not a switch, because the compiler's own SwiftSyntax may have further cases.
      guard case .accessors(let list) = accessors else { return false }
      return list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
    }
  }

  var isLet: Bool { bindingSpecifier.tokenKind == .keyword(.let) }
}

extension DeclSyntaxProtocol {
  /// The parts of a stored variable with a single name; `nil` for other declarations.
  var storedVariable: (variable: VariableDeclSyntax, name: String, binding: PatternBindingSyntax)? {
    guard let variable = self.as(VariableDeclSyntax.self), !variable.isLet, variable.isStored,
      let name = variable.identifier, let binding = variable.bindings.first
    else { return nil }
    return (variable, name, binding)
  }
}

extension MemberBlockItemListSyntax {
  /// The declarations, including those inside `#if`.
  var allDeclarations: [DeclSyntax] {
    Conditional<DeclSyntax>.tree(in: self) { [$0] }.elements()
  }

  /// Whether a type, type alias or associated type with this name is declared.
  func declaresType(_ name: String) -> Bool {
    let kinds: [SyntaxKind] = [.structDecl, .enumDecl, .classDecl, .actorDecl, .typeAliasDecl]
    return allDeclarations.contains {
      kinds.contains($0.kind) && $0.asProtocol((any NamedDeclSyntax).self)?.name.text == name
    }
  }

  /// The property with this name.
  func variable(_ name: String) -> VariableDeclSyntax? {
    allDeclarations.lazy.compactMap { $0.as(VariableDeclSyntax.self) }
      .first { $0.identifier == name && !$0.isStatic }
  }
}

extension SyntaxProtocol {
  /// Whether the name of a type, or the start of a path to one, satisfies a predicate.
  func containsType(where predicate: @escaping (IdentifierTypeSyntax) -> Bool) -> Bool {
    let search = TypeSearch(predicate)
    search.walk(self)
    return search.found
  }
}

private final class TypeSearch: SyntaxVisitor {
  private let predicate: (IdentifierTypeSyntax) -> Bool
  private(set) var found = false

  init(_ predicate: @escaping (IdentifierTypeSyntax) -> Bool) {
    self.predicate = predicate
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    found = found || predicate(node)
    return .visitChildren
  }
}

extension TypeSyntax {
  /// The last component of a nominal type's name; `nil` for functions, tuples, optionals, arrays and existentials.
  var baseName: String? {
    self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
  }
}

extension InheritanceClauseSyntax {
  /// Whether a protocol with this name is listed, with or without a module prefix.
  func has(_ name: String) -> Bool {
    inheritedTypes.contains { inherited in
      let text = inherited.type.trimmedDescription
      let parts = text.split(separator: "&").map { $0.split(separator: " ") }
      return text == name || text.hasSuffix(".\(name)") || text.hasPrefix("\(name)<")
        || parts.contains([name[...]])
    }
  }
}

extension TokenSyntax {
  /// The identifier without the backticks that a keyword needs.
  var unquotedText: String { text.withoutBackticks }
}
