import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@ObservableState`: makes the fields of a struct, or the value of an enum, observable.
enum ObservableStateMacro {
  static let tracked = "ObservationStateTracked"
  static let ignored = "ObservationStateIgnored"
}

extension ObservableStateMacro: ExtensionMacro {
  static func expansion(
    of _: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in _: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self), !protocols.isEmpty
    else {
      return []
    }
    let wanted = ["Core.ObservableState", "Observation.Observable", "Core.DumpFieldsProviding"]
    let missing = protocols.map { $0.trimmedDescription.split(separator: ".").last ?? "" }
    let conformances = wanted.filter { name in
      missing.contains(name.split(separator: ".").last ?? "")
        && (declaration.is(StructDeclSyntax.self) || name == "Core.ObservableState")
    }
    return conformances.isEmpty ? [] : [.conformance(of: type, to: conformances)]
  }
}

extension ObservableStateMacro: MemberAttributeMacro {
  static func expansion(
    of _: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in _: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self), let variable = member.as(VariableDeclSyntax.self),
      variable.isTrackable
    else { return [] }
    return ["@Core.\(raw: tracked)"]
  }
}

extension ObservableStateMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo _: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let declaration = declaration.as(StructDeclSyntax.self) {
      for member in declaration.memberBlock.members.allDeclarations {
        member.as(VariableDeclSyntax.self)?.reportSharedDeclaration(in: context)
      }
      return ObservableStructSource(declaration: declaration).declarations
    }
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return [observableIdentity(of: declaration)]
    }
    reportMisuse(node, on: declaration, in: context)
    return []
  }

  private static func reportMisuse(
    _ node: AttributeSyntax,
    on declaration: some DeclGroupSyntax,
    in context: some MacroExpansionContext
  ) {
    let message =
      declaration.as(ClassDeclSyntax.self).map {
        "'@ObservableState' makes values observable: it cannot be applied to class '\($0.name.text)'"
      } ?? "'@ObservableState' can only be applied to a struct or an enum"
    let fixIts = [FixIt.makeStruct(declaration), .remove(node, from: declaration)].compactMap(\.self)
    context.error(message, at: node, fixIts: fixIts)
  }
}

extension VariableDeclSyntax {
  /// Whether the property is to be tracked: a stored variable that nothing else wraps.
  ///
  /// A property wrapper or another macro brings storage of its own, which cannot be wrapped once more.
  var isTrackable: Bool {
    guard !isLet, !isStatic, isStored, bindings.count == 1, identifier != nil else { return false }
    guard !modifiers.has(.lazy), !modifiers.has(.weak), !modifiers.has(.unowned) else { return false }
    return !attributes.contains { element in
      guard case .attribute(let attribute) = element else { return true }
      return attribute.name != "MainActor" && attribute.name.first?.isUppercase == true
    }
  }

  /// Reports `var a = 1, b = 2`, in which neither can be tracked, with the split as a fix.
  fileprivate func reportSharedDeclaration(in context: some MacroExpansionContext) {
    guard !isLet, !isStatic, isStored, bindings.count > 1 else { return }
    let lines = bindings.map { binding in
      with(\.bindings, [binding.with(\.trailingComma, nil).trimmed]).trimmedDescription
    }
    let indentation =
      leadingTrivia.description.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    let split: DeclSyntax = "\(raw: lines.joined(separator: "\n\(indentation)"))"
    context.error(
      "'@ObservableState' needs a declaration of its own for each field",
      at: self,
      fixIts: [
        .replace(
          self,
          with: split.with(\.leadingTrivia, leadingTrivia).with(\.trailingTrivia, trailingTrivia),
          "Declare each field by itself"
        )
      ]
    )
  }
}

/// The members that `@ObservableState` adds to a struct.
private struct ObservableStructSource {
  let declaration: StructDeclSyntax

  private var access: String { declaration.modifiers.memberAccess }

  var declarations: [DeclSyntax] {
    [
      "\(raw: access)var _$observationRegistrar = Core.ObservationStateRegistrar()",
      "\(raw: access)var _$id: Core.ObservableStateID { _$observationRegistrar.id }",
      dumpFields,
    ] + codingKeys
  }

  private var fields: [Conditional<StoredField>] {
    Conditional.tree(in: declaration.memberBlock.members) { member in
      guard let variable = member.as(VariableDeclSyntax.self), let name = variable.identifier,
        !variable.isStatic, variable.isStored, !variable.modifiers.has(.lazy)
      else { return [] }
      return [StoredField(name: name, variable: variable)]
    }
  }

  /// The names of the fields and how to read them: for dumps, and for messages that name a key path.
  private var dumpFields: DeclSyntax {
    let lines = fields.source { field in
      // Read past the accessors: they would register whoever dumps the state as an observer.
      let name = field.isShared ? "shared: \"\(field.unquotedName)\"" : "\"\(field.unquotedName)\""
      return "fields.append(Core.DumpField(\(name), \\.\(field.name)) { $0.\(field.storage) })"
    }
    let type = declaration.name.text
    return """
      \(raw: access)static var dumpFields: [Core.DumpField<\(raw: type)>] {
      \(raw: lines.isEmpty ? "let" : "var") fields: [Core.DumpField<\(raw: type)>] = []
      \(raw: lines)return fields
      }
      """
  }

  /// The keys that the fields would have if nothing tracked them: without them the underscores of the storage would
  /// get into every file.
  private var codingKeys: [DeclSyntax] {
    guard let inherited = declaration.inheritanceClause,
      ["Codable", "Encodable", "Decodable"].contains(where: inherited.has),
      !declaration.memberBlock.members.declaresType("CodingKeys"), !fields.isEmpty
    else { return [] }
    let cases = fields.source { field in
      field.isStoredWithUnderscore
        ? "case _\(field.unquotedName) = \"\(field.unquotedName)\"" : "case \(field.name)"
    }
    return ["private enum CodingKeys: Swift.String, Swift.CodingKey {\n\(raw: cases)}"]
  }
}

/// A stored property of a struct.
private struct StoredField {
  let name: String
  let variable: VariableDeclSyntax

  var unquotedName: String { name.replacingBackticks }

  var isStoredWithUnderscore: Bool { variable.isTrackable || variable.attributes.has("Presents") }

  /// Whether it refers to a shared value. What is dumped is the reference: its value depends on who looks.
  var isShared: Bool { variable.attributes.has("Shared") || variable.attributes.has("SharedReader") }

  /// What reads the value without registering an observer.
  var storage: String {
    if isShared { return "_\(unquotedName)" }
    if variable.attributes.has("Presents") { return "_\(unquotedName).wrappedValue" }
    return variable.isTrackable ? "_\(unquotedName)" : name
  }
}

extension String {
  fileprivate var replacingBackticks: String { filter { $0 != "`" } }
}

/// The identity of an enum's value: that of its payload, and which case it is.
private func observableIdentity(of declaration: EnumDeclSyntax) -> DeclSyntax {
  var tag = -1
  let branches = EnumCases.all(in: declaration.memberBlock.members).source { element in
    tag += 1
    guard !element.isUnavailable else { return nil }
    return switch element.parameters.count {
    case 0: "case .\(element.name): return Core.ObservableStateID.absent.inCase(\(tag))"
    default:
      "case \(element.pattern): return Core.ObservableStateID.of(\(element.boundPayload), inCase: \(tag))"
    }
  }
  let access = declaration.modifiers.memberAccess
  return """
    \(raw: access)var _$id: Core.ObservableStateID {
    switch self {
    \(raw: branches)}
    }
    """
}
