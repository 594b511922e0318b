import SwiftSyntax
import SwiftSyntaxMacros

/// `@CasePathable`: generates the case paths of an enum, and of the enums nested in it.
enum CasePathableMacro {}

extension CasePathableMacro: ExtensionMacro {
  static func expansion(
    of _: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in _: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else { return [] }
    let isMissing = protocols.contains { $0.trimmedDescription.split(separator: ".").last == "CasePathable" }
    guard isMissing, declaration.inheritanceClause?.has("CasePathable") != true else { return [] }
    return [
      .conformance(
        of: type,
        to: ["Core.CasePathable"],
        availability: declaration.attributes.availability
      )
    ]
  }
}

extension CasePathableMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in _: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    // `\.delegate.didSave` must work for an enum nested in the action, without an attribute on it.
    guard declaration.is(EnumDeclSyntax.self), let nested = member.as(EnumDeclSyntax.self),
      nested.wantsCasePaths
    else { return [] }
    return node.name == "CasePathable" ? ["@Core._NestedCasePathable"] : ["@Core._InnermostCasePathable"]
  }
}

extension CasePathableMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo _: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self) else {
      context.error(
        "'@CasePathable' can only be applied to an enum",
        at: node,
        fixIts: .remove(node, from: declaration)
      )
      return []
    }
    let cases = EnumCases.all(in: declaration.memberBlock.members)
    guard !declaration.memberBlock.members.declaresType("AllCasePaths"), !cases.reportsDuplicates(in: context)
    else { return [] }
    return declaration.casePaths
  }
}

extension EnumDeclSyntax {
  /// Whether to add `@CasePathable` to this nested enum.
  var wantsCasePaths: Bool {
    !attributes.has("CasePathable") && !attributes.has("Reducer")
      && inheritanceClause?.has("CasePathable") != true && inheritanceClause?.has("CodingKey") != true
      && !EnumCases.all(in: memberBlock.members).isEmpty
  }
}

extension [EnumCases] {
  /// Reports cases that differ only in their labels, and would have the same case path name.
  fileprivate func reportsDuplicates(in context: some MacroExpansionContext) -> Bool {
    var names: Set<String> = []
    let clauses = compactMap { if case .element(let element) = $0 { element } else { nil } }
    let duplicates = clauses.filter { !names.insert($0.element.name.unquotedText).inserted }
    for duplicate in duplicates {
      context.error(
        "'@CasePathable' requires unique case names: '\(duplicate.name)' is a duplicate",
        at: duplicate.element.name
      )
    }
    return !duplicates.isEmpty
  }
}

extension EnumDeclSyntax {
  /// The members that provide the case paths.
  var casePaths: [DeclSyntax] {
    CasePathsSource(declaration: self, cases: EnumCases.all(in: memberBlock.members)).declarations
  }
}

/// The members that `@CasePathable` adds.
private struct CasePathsSource {
  let declaration: EnumDeclSyntax
  let cases: [EnumCases]

  /// Names that inside `AllCasePaths` would refer to its own associated types.
  private static let shadowed = ["Element", "Iterator", "Root"]

  private var access: String { declaration.modifiers.memberAccess }

  /// The name of the enum inside `AllCasePaths`.
  private var root: String { isNameTaken ? "_$Self" : declaration.name.text }

  /// Whether the enum's name means something else inside `AllCasePaths`: an associated type, `CasePathable.Cases`, or a
  /// type nested in the enum.
  private var isNameTaken: Bool {
    let name = declaration.name.unquotedText
    return Self.shadowed.contains(name) || name == "Cases"
      || declaration.memberBlock.members.declaresType(name)
  }

  var declarations: [DeclSyntax] {
    let available = cases.elements().filter { !$0.isUnavailable }
    // The generated members name every case; a deprecated case must not cause warnings in them.
    let attributes = available.contains { !$0.availability.isEmpty } ? "@available(*, deprecated)\n" : ""
    return aliases + [
      """
      \(raw: access)struct AllCasePaths: \(raw: conformances.joined(separator: ", ")) {
      \(raw: cases.source(property))\
      \(raw: attributes)\(raw: access)subscript(root: \(raw: root)) -> Core.PartialCaseKeyPath<\(raw: root)> {
      \(raw: reflection)
      }
      \(raw: attributes)\(raw: access)func makeIterator() \
      -> Swift.IndexingIterator<[Core.PartialCaseKeyPath<\(raw: root)>]> {
      \(raw: iteration)
      }
      }
      """,
      "\(raw: access)static var allCasePaths: AllCasePaths { AllCasePaths() }",
    ]
  }

  private var conformances: [String] {
    let conformances = ["Core.CasePathReflectable", "Swift.Sendable", "Swift.Sequence"]
    // With this conformance, a bindable action finds its own bindings.
    let isBindable =
      declaration.inheritanceClause?.has("BindableAction") == true
      && cases.elements().contains { $0.name == "binding" && !$0.parameters.isEmpty }
    return isBindable ? ["Core.BindingCasePaths"] + conformances : conformances
  }

  private func property(_ element: EnumCase) -> String? {
    guard !element.isUnavailable else { return nil }
    let extract = element.parameters.isEmpty ? "()" : element.boundPayload
    // The case itself, not a closure that calls it, whose body would be unreachable for an uninhabited payload, and
    // warn.
    let embed = element.parameters.isEmpty ? "{ _ in .\(element.name) }" : "\(root).\(element.name)"
    return """
      \(element.availability)\(access)var \(element.name): Core.AnyCasePath<\(root), \(element.payloadType(rewrite))> {
      Core.AnyCasePath(
      generated: "\(element.element.name.unquotedText)",
      embed: \(embed),
      extract: { if case \(element.pattern) = $0 { \(extract) } else { nil } }
      )
      }
      """
  }

  private var reflection: String {
    let branches = cases.source { element in
      element.isUnavailable ? nil : "case .\(element.name): return \\.\(element.name)"
    }
    return "switch root {\n\(branches)\(cases.fallback())}"
  }

  private var iteration: String {
    guard !cases.isEmpty else { return "[].makeIterator()" }
    let appends = cases.source { $0.isUnavailable ? nil : "paths.append(\\.\($0.name))" }
    return """
      var paths: [Core.PartialCaseKeyPath<\(root)>] = []
      \(appends)return paths.makeIterator()
      """
  }

  // MARK: Names that mean something else inside AllCasePaths

  private var aliases: [DeclSyntax] {
    let types = cases.elements().flatMap(\.parameters).map(\.type)
    let names = Self.shadowed.filter { name in types.contains { $0.containsType { $0.name.text == name } } }
    return (names + (isNameTaken ? ["Self"] : [])).map { "\(raw: access)typealias _$\(raw: $0) = \(raw: $0)" }
  }

  private func rewrite(_ type: TypeSyntax) -> String {
    var names = ["Self": root]
    for name in Self.shadowed { names[name] = "_$\(name)" }
    return TypeRenaming(names: names).rewrite(type).trimmedDescription
  }
}

/// Renames the types at the start of a path.
private final class TypeRenaming: SyntaxRewriter {
  private let names: [String: String]

  init(names: [String: String]) {
    self.names = names
    super.init()
  }

  override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
    guard let name = names[node.name.text] else { return super.visit(node) }
    return super.visit(node.with(\.name, .identifier(name, leadingTrivia: node.name.leadingTrivia)))
  }
}
