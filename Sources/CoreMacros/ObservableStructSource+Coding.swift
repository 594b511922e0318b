import SwiftSyntax
import SwiftSyntaxBuilder

extension ObservableStructSource {
  /// The conformances that encode and decode a struct with its own coding keys.
  ///
  /// The compiler would look for stored properties with the names of the keys, and find only their underscored
  /// storage.
  func coding(of type: some TypeSyntaxProtocol) -> [ExtensionDeclSyntax] {
    guard let keys = ownCodingKeys else { return [] }
    let coded = fields.elements().filter { keys.contains($0.unquotedName) }
    // If the keys are different ones, the struct implements its own coding.
    guard Set(coded.map(\.unquotedName)) == keys else { return [] }
    return [decoding(of: type, keys: keys), encoding(of: type, keys: keys)].compactMap(\.self)
  }

  /// The names of the cases of `CodingKeys`, if the struct declares it.
  private var ownCodingKeys: Set<String>? {
    let declarations = declaration.memberBlock.members.allDeclarations
    let keys = declarations.lazy.compactMap { $0.as(EnumDeclSyntax.self) }
      .first { $0.name.unquotedText == "CodingKeys" }
    guard let keys else { return nil }
    let cases = keys.memberBlock.members.allDeclarations.compactMap { $0.as(EnumCaseDeclSyntax.self) }
    return Set(cases.flatMap { $0.elements.map(\.name.unquotedText) })
  }

  private func decoding(of type: some TypeSyntaxProtocol, keys: Set<String>) -> ExtensionDeclSyntax? {
    let others = fields.elements().filter { !keys.contains($0.unquotedName) }
    guard isCodable(as: "Decodable"), !declares("init", "from"), others.allSatisfy(\.hasInitialValue)
    else { return nil }
    let lines = fields.source { field in
      guard keys.contains(field.unquotedName), !field.isConstantWithValue else { return nil }
      return "self.\(field.codedStorage) = try fields.decode(\(field.codingKey))"
    }
    let source: DeclSyntax = """
      extension \(type.trimmed): Core.FieldDecodable {
      \(raw: access)init(decodingFields decoder: any Swift.Decoder) throws {
      let fields = Core.DecodedFields(try decoder.container(keyedBy: CodingKeys.self))
      \(raw: lines)}
      }
      """
    return source.cast(ExtensionDeclSyntax.self)
  }

  private func encoding(of type: some TypeSyntaxProtocol, keys: Set<String>) -> ExtensionDeclSyntax? {
    guard isCodable(as: "Encodable"), !declares("encode", "to") else { return nil }
    let lines = fields.source { field in
      guard keys.contains(field.unquotedName) else { return nil }
      return "try fields.encodeIfPresent(\(field.codedStorage), forKey: \(field.codingKey))"
    }
    let source: DeclSyntax = """
      extension \(type.trimmed): Core.FieldEncodable {
      \(raw: access)func encodeFields(to encoder: any Swift.Encoder) throws {
      var fields = encoder.container(keyedBy: CodingKeys.self)
      \(raw: lines)}
      }
      """
    return source.cast(ExtensionDeclSyntax.self)
  }

  private func isCodable(as name: String) -> Bool {
    declaration.inheritanceClause.map { $0.has("Codable") || $0.has(name) } ?? false
  }

  /// Whether a function or an initializer with a first label is declared.
  private func declares(_ name: String, _ label: String) -> Bool {
    declaration.memberBlock.members.allDeclarations.contains {
      let function = $0.as(FunctionDeclSyntax.self)
      let signature = function?.signature ?? $0.as(InitializerDeclSyntax.self)?.signature
      return (function?.name.text ?? "init") == name
        && signature?.parameterClause.parameters.first?.firstName.text == label
    }
  }
}

extension StoredField {
  fileprivate var codingKey: String { ".\(name)" }

  /// The stored property to encode; for a property wrapper, the wrapper.
  fileprivate var codedStorage: String { isStoredWithUnderscore || isWrapped ? "_\(unquotedName)" : name }

  private var isWrapped: Bool {
    variable.attributes.contains { element in
      guard case .attribute(let attribute) = element else { return false }
      return attribute.name.first?.isUppercase == true
        && !["MainActor", "ObservationStateIgnored", "ObservationStateTracked"].contains(attribute.name)
    }
  }

  fileprivate var isConstantWithValue: Bool { variable.isLet && variable.bindings.first?.initializer != nil }

  /// Whether an initializer may leave the field out.
  fileprivate var hasInitialValue: Bool {
    guard let binding = variable.bindings.first else { return false }
    if binding.initializer != nil { return true }
    return !variable.isLet && binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) == true
  }
}
