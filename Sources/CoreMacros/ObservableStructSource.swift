import SwiftSyntax
import SwiftSyntaxBuilder

/// The members that `@ObservableState` adds to a struct.
struct ObservableStructSource {
  let declaration: StructDeclSyntax

  var access: String { declaration.modifiers.memberAccess }

  var declarations: [DeclSyntax] {
    [
      "\(raw: access)var _$observationRegistrar = Core.ObservationStateRegistrar()",
      "\(raw: access)var _$id: Core.ObservableStateID { _$observationRegistrar.id }",
      dumpFields,
    ] + computedFields + codingKeys
  }

  var fields: [Conditional<StoredField>] {
    Conditional.tree(in: declaration.memberBlock.members) { member in
      guard let variable = member.as(VariableDeclSyntax.self), let name = variable.identifier,
        !variable.isStatic, variable.isStored, !variable.modifiers.has(.lazy)
      else { return [] }
      return [StoredField(name: name, variable: variable)]
    }
  }

  /// The names and readers of the fields, for dumps and for messages that name key paths.
  private var dumpFields: DeclSyntax {
    let lines = fields.source { field in
      // Bypasses the accessors, which would register the code that dumps the state as an observer.
      let name = field.isShared ? "shared: \"\(field.unquotedName)\"" : "\"\(field.unquotedName)\""
      // Uses the accessors, so that observers are notified.
      let change =
        !field.variable.isLet && !field.isShared
        ? " set: { $0.\(field.name) = $1 } modify: { $1(&$0.\(field.name)) }" : ""
      let initial = field.initialValue.map { " initial: { \($0) }" } ?? ""
      return
        "fields.append(Core.DumpField(\(name), \\Self.\(field.name)) { $0.\(field.storage) }\(change)\(initial))"
    }
    return list("dumpFields", lines)
  }

  /// The names of the computed properties, which expressions can read.
  private var computedFields: [DeclSyntax] {
    let lines = Conditional<String>.tree(in: declaration.memberBlock.members) { member in
      guard let variable = member.as(VariableDeclSyntax.self), let name = variable.identifier,
        variable.isReadableByKeyPath
      else { return [] }
      return [name]
    }.source { "fields.append(Core.DumpField(\"\($0.withoutBackticks)\", \\Self.\($0)))" }
    return lines.isEmpty ? [] : [list("computedFields", lines)]
  }

  private func list(_ name: String, _ lines: String) -> DeclSyntax {
    let type = declaration.name.text
    return """
      \(raw: access)static var \(raw: name): [Core.DumpField<\(raw: type)>] {
      \(raw: lines.isEmpty ? "let" : "var") fields: [Core.DumpField<\(raw: type)>] = []
      \(raw: lines)return fields
      }
      """
  }

  /// The keys that the fields would have without tracking; otherwise the underscores of the storage would appear in
  /// every file.
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

extension VariableDeclSyntax {
  /// Whether it is computed, and its getter can be called through a key path.
  fileprivate var isReadableByKeyPath: Bool {
    guard !isStatic, !isStored, attributes.isEmpty else { return false }
    guard case .accessors(let accessors)? = bindings.first?.accessorBlock?.accessors else { return true }
    return accessors.contains { accessor in
      accessor.accessorSpecifier.tokenKind == .keyword(.get) && accessor.effectSpecifiers == nil
        && accessor.modifier == nil
    }
  }
}

/// A stored property of a struct.
struct StoredField {
  let name: String
  let variable: VariableDeclSyntax

  var unquotedName: String { name.withoutBackticks }

  var isStoredWithUnderscore: Bool { variable.isTrackable || variable.attributes.has("Presents") }

  /// Whether it refers to a shared value. Dumps read the reference, because its value depends on the current view.
  var isShared: Bool { variable.attributes.has("Shared") || variable.attributes.has("SharedReader") }

  /// The expression of its initial value; `nil` if it may have another value each time.
  var initialValue: String? {
    guard variable.isTrackable || variable.isLet || variable.attributes.has("ObservationStateIgnored"),
      let value = variable.bindings.first?.initializer?.value.trimmedDescription
    else { return nil }
    return ["UUID()", "Date()", ".now", "random"].contains { value.contains($0) } ? nil : value
  }

  /// Reads the value without registering an observer.
  var storage: String {
    if isShared { return "_\(unquotedName)" }
    if variable.attributes.has("Presents") { return "_\(unquotedName).wrappedValue" }
    return variable.isTrackable ? "_\(unquotedName)" : name
  }
}

extension String {
  var withoutBackticks: String { filter { $0 != "`" } }
}
