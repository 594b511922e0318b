import Core

/// The help on a case of the actions and its payload, as in `help .todos(.element)`.
struct ActionHelp {
  /// How many nested cases are followed at most.
  private static let deepest = 16

  private let element: Choice.Case

  /// Finds the case named by a complete or incomplete action.
  ///
  /// - Parameters:
  ///   - type: The type of the actions.
  ///   - source: The beginning of an action, which starts with a dot.
  /// - Throws: An error at the first unknown case, with the cases that exist.
  init(of type: Any.Type, at source: SourceText) throws(Diagnostic) {
    var search = Search(
      names: Array(SyntaxOutline(source).names.filter { $0.action != nil }.map(\.source).prefix(Self.deepest))
    )
    guard let found = search.find(0, in: [type]) else { throw search.failure(in: source, orIn: type) }
    element = found
  }

  /// The case and the types in its payload.
  func lines(_ page: Page) -> [String] {
    [page.palette(.strong, element.signature)]
      + (element.payload == nil
        ? ["", "This case has no payload."] : ActionTypes(from: element.parameters.map(\.type)).lines(page))
  }
}

/// Follows names of cases through the types of payloads.
private struct Search {
  let names: [SourceText]
  /// How many steps are left: types that contain each other have very many paths.
  var patience = 10_000
  /// The farthest name that was not found, and the cases at that place.
  var missing: (index: Int, cases: [String])?

  /// - Parameter types: The types of which the name may be a case. A name may also belong to a value that is skipped,
  ///   such as the id before the action of an element.
  mutating func find(_ index: Int, in types: [Any.Type]) -> Choice.Case? {
    patience -= 1
    guard index < names.count, patience > 0 else { return nil }
    for (place, type) in types.enumerated() {
      guard let type = Self.enumeration(type), let element = type.named(names[index].text) else { continue }
      if index + 1 == names.count { return element }
      let payload = element.parameters.map(\.type)
      let isChange = ["set", "toggle"].contains(names[index + 1].text)
      if isChange, payload.contains(where: { ValueSyntax($0).changedType != nil }) { return element }
      if let found = find(index + 1, in: payload) { return found }
      // The remaining names may belong to the values after this one.
      if place + 1 < types.count, let found = find(index + 1, in: Array(types[(place + 1)...])) {
        return found
      }
    }
    if index >= missing?.index ?? 0 {
      missing = (index, types.flatMap { Self.enumeration($0)?.cases.map(\.name) ?? [] })
    }
    return nil
  }

  private static func enumeration(_ type: Any.Type) -> Choice? {
    switch ValueSyntax(type) {
    case .optional(let wrapped): enumeration(wrapped)
    case .enumeration(let enumeration): enumeration
    case .changes, .literal, .structure, .other: nil
    }
  }

  func failure(in source: SourceText, orIn type: Any.Type) -> Diagnostic {
    guard let missing else {
      return source.diagnostic(
        "expected a case of \(dumpTypeName(type))",
        hint: "'help .' lists the actions"
      )
    }
    let name = names[missing.index]
    let cases = missing.cases.map { ".\($0.asMember)" }
    return name.diagnostic(
      "unknown case '.\(name.text)'",
      notes: cases.isEmpty ? [] : ["its cases: \(cases.joined(separator: ", "))"],
      hint: Spelling.suggestion(for: ".\(name.text)", among: cases) ?? "'help .' lists the actions"
    )
  }
}
