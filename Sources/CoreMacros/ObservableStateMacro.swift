import SwiftSyntax
import SwiftSyntaxMacros

/// `@ObservableState`: makes the fields of a struct, or the value of an enum, observable.
enum ObservableStateMacro {
  static let tracked = "ObservationStateTracked"
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
    let coding =
      declaration.as(StructDeclSyntax.self).map(ObservableStructSource.init)?.coding(of: type) ?? []
    return (conformances.isEmpty ? [] : [.conformance(of: type, to: conformances)]) + coding
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
      return [declaration.observableIdentity]
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
    context.error(message, at: node, fixIts: .makeStruct(declaration), .remove(node, from: declaration))
  }
}

extension VariableDeclSyntax {
  /// Whether to track the property: a stored variable that nothing else wraps.
  ///
  /// A property wrapper or another macro provides its own storage, which cannot be wrapped again.
  var isTrackable: Bool {
    guard !isLet, !isStatic, isStored, bindings.count == 1, identifier != nil else { return false }
    guard !modifiers.has(.lazy), !modifiers.has(.weak), !modifiers.has(.unowned) else { return false }
    return !attributes.contains { element in
      guard case .attribute(let attribute) = element else { return true }
      return attribute.name != "MainActor" && attribute.name.first?.isUppercase == true
    }
  }

  /// Reports `var a = 1, b = 2`, whose variables cannot be tracked, with a fix that splits it.
  fileprivate func reportSharedDeclaration(in context: some MacroExpansionContext) {
    guard !isLet, !isStatic, isStored, bindings.count > 1 else { return }
    let lines = bindings.map { binding in
      with(\.bindings, [binding.with(\.trailingComma, nil).trimmed]).trimmedDescription
    }
    let indentation =
      leadingTrivia.description.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
    let split: DeclSyntax = "\(raw: lines.joined(separator: "\n\(indentation)"))"
    context.error(
      "'@ObservableState' requires a separate declaration for each field",
      at: self,
      fixIts: .replace(
        self,
        with: split.with(\.leadingTrivia, leadingTrivia).with(\.trailingTrivia, trailingTrivia),
        "Declare each field separately"
      )
    )
  }
}

extension EnumDeclSyntax {
  /// The identity of an enum's value: its payload's identity and its case.
  var observableIdentity: DeclSyntax {
    let cases = EnumCases.all(in: memberBlock.members)
    var tag = -1
    let branches = cases.source { element in
      tag += 1
      guard !element.isUnavailable else { return nil }
      return switch element.parameters.count {
      case 0: "case .\(element.name): return Core.ObservableStateID.absent.inCase(\(tag))"
      default:
        "case \(element.pattern): return Core.ObservableStateID.of(\(element.boundPayload), inCase: \(tag))"
      }
    }
    return """
      \(raw: modifiers.memberAccess)var _$id: Core.ObservableStateID {
      switch self {
      \(raw: branches)\(raw: cases.fallback())}
      }
      """
  }
}
