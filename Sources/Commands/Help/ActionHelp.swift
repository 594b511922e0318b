import Core

/// What `help .todos(.element)` explains: a case of the actions, and what stands inside of it.
struct ActionHelp {
  /// The cases that are gone through are as deep as this at most.
  private static let deepest = 16

  private let element: EnumType.Case

  /// Finds the case that is meant by the names of cases in an action, however much of it is written.
  ///
  /// - Parameters:
  ///   - type: The type of the actions.
  ///   - source: The beginning of an action, which starts with a dot.
  /// - Throws: Which name is that of no case, and which there are.
  init(of type: Any.Type, at source: SourceText) throws(Diagnostic) {
    var search = Search(names: Self.names(in: source))
    guard let element = search.find(0, in: [type]) else { throw search.failure(in: source, orIn: type) }
    self.element = element
  }

  /// The names of cases, which stand behind dots; those of a key path are none.
  private static func names(in source: SourceText) -> [SourceText] {
    let bytes = source.page.bytes
    var names: [SourceText] = []
    var tokenizer = Tokenizer(hasComments: false)
    var position = source.range.lowerBound
    while position < source.range.upperBound, names.count < deepest {
      let byte = bytes[position]
      position += 1
      guard tokenizer.read(byte, before: nil) == .text, byte == UInt8(ascii: "."),
        bytes[max(position - 2, 0)] != .backslash
      else { continue }
      let rest = bytes[position..<source.range.upperBound]
      let end = rest.firstIndex { !$0.isNamePart } ?? rest.endIndex
      guard end > position, !bytes[position].isDigit else { continue }
      names.append(source.slice(position..<end))
      position = end
    }
    return names
  }

  /// The case, and the types that its values are made of.
  func lines(palette: Palette) -> [String] {
    guard element.payload != nil else {
      return [palette(.strong, element.signature), "", "This is all of it: there is nothing to fill in."]
    }
    return [palette(.strong, element.signature)]
      + ActionTypes(from: element.parameters.map(\.type)).lines(palette: palette)
  }
}

extension UInt8 {
  fileprivate var isNamePart: Bool { isASCIILetter || isDigit || self == UInt8(ascii: "_") || self >= 0x80 }
}

/// Goes along names of cases through the types of payloads.
private struct Search {
  let names: [SourceText]
  /// How many steps are left: types that contain each other could be gone through in very many ways.
  private var patience = 10_000
  /// The farthest name that was not found, and the cases that were there.
  private var missing: (index: Int, cases: [String])?

  init(names: [SourceText]) {
    self.names = names
  }

  /// - Parameter types: Those of the values one of which the name is a case of. A name may also belong to a value that is
  ///   passed over, such as the id before the action of an element.
  mutating func find(_ index: Int, in types: [Any.Type]) -> EnumType.Case? {
    patience -= 1
    guard index < names.count, patience > 0 else { return nil }
    for (place, type) in types.enumerated() {
      guard let type = Self.enumeration(type), let element = type.named(names[index].text) else { continue }
      if index + 1 == names.count { return element }
      let payload = element.parameters.map(\.type)
      let isChange = ["set", "toggle"].contains(names[index + 1].text)
      if isChange, payload.contains(where: { TypeShape($0).changedType != nil }) { return element }
      if let found = find(index + 1, in: payload) { return found }
      // The rest may be of the values behind this one.
      if place + 1 < types.count, let found = find(index + 1, in: Array(types[(place + 1)...])) {
        return found
      }
    }
    if index >= missing?.index ?? 0 {
      missing = (index, types.flatMap { Self.enumeration($0)?.cases.map(\.name) ?? [] })
    }
    return nil
  }

  private static func enumeration(_ type: Any.Type) -> EnumType? {
    switch TypeShape(type) {
    case .optional(let wrapped): enumeration(wrapped)
    case .enumeration(let enumeration): enumeration
    case .changes, .literal, .structure, .other: nil
    }
  }

  func failure(in source: SourceText, orIn type: Any.Type) -> Diagnostic {
    guard let missing else {
      return source.diagnostic(
        "this names no case of \(dumpTypeName(type))",
        hint: "'help .' lists the actions"
      )
    }
    let name = names[missing.index]
    let cases = missing.cases.map { ".\($0.asMember)" }
    return name.diagnostic(
      "there is no case '.\(name.text)' here",
      notes: cases.isEmpty ? [] : ["its cases: \(cases.joined(separator: ", "))"],
      hint: Spelling.suggestion(for: ".\(name.text)", among: cases) ?? "'help .' lists the actions"
    )
  }
}
