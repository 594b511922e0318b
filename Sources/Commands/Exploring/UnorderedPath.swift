import Core
import Values

/// A collection of the state that stands for a set, by its path: `todos`, `library.books`.
struct UnorderedPath {
  let source: SourceText
  /// Its last name.
  let name: String
  private let path: AnyKeyPath

  /// Finds a collection.
  ///
  /// - Throws: An error if the state has no such collection, or its order cannot be changed.
  init(_ source: SourceText, in state: Any.Type) throws(Diagnostic) {
    self.source = source
    var path: AnyKeyPath?
    var type = state
    var name = ""
    for part in source.text.split(separator: ".", omittingEmptySubsequences: false) {
      let fields = KeyPathFields(of: type).fields
      guard let field = fields.first(where: { $0.name == part }) else {
        throw source.diagnostic(
          "\(dumpTypeName(type)) has no property '\(part)'",
          notes: fields.isEmpty ? [] : ["its properties: \(fields.map(\.name).joined(separator: ", "))"],
          hint: Spelling.suggestion(for: String(part), among: fields.map(\.name))
        )
      }
      path = path.map { $0.appending(path: field.path) ?? field.path } ?? field.path
      (type, name) = (field.type, field.name)
    }
    guard let path, type is any UnorderedCollection.Type else {
      throw source.diagnostic(
        "'\(source.text)' is not an array",
        hint: "--unordered names arrays whose order has no meaning"
      )
    }
    self.path = path
    self.name = name
  }

  /// A state with the elements in a fixed order.
  func canonical<State>(_ state: State) -> State {
    func open<Elements: UnorderedCollection>(_: Elements.Type) -> State {
      guard let path = path as? WritableKeyPath<State, Elements> else { return state }
      var copy = state
      copy[keyPath: path] = copy[keyPath: path].inCanonicalOrder
      return copy
    }
    guard let type = type(of: path).valueType as? any UnorderedCollection.Type else { return state }
    return open(type)
  }

  /// The members whose values do not depend on the order.
  private static var symmetricMembers: [String] {
    ["count", "isEmpty", "contains", "allSatisfy", "ids.contains"]
  }

  /// Whether the value of an expression may depend on the order: it uses the collection for anything but questions that
  /// a set could answer.
  func mayDecide(_ expression: Expression) -> Bool {
    let text = expression.source.text
    return text.ranges(of: name).contains { range in
      let before = text[..<range.lowerBound].last
      if let before, before.isLetter || before.isNumber || before == "_" { return false }
      let rest = text[range.upperBound...]
      if let next = rest.first, next.isLetter || next.isNumber || next == "_" { return false }
      return !Self.symmetricMembers.contains { member in
        guard rest.hasPrefix("." + member) else { return false }
        return rest.dropFirst(member.count + 1).first.map { !$0.isLetter } ?? true
      }
    }
  }
}

extension Argument {
  /// Collections of the state, separated by commas.
  static func unorderedPaths(_ name: String, of state: Any.Type) -> Parameter<[UnorderedPath]> {
    var result = Parameter(name) { (reader) throws(Diagnostic) -> [UnorderedPath] in
      let word = try reader.word(for: name)
      var paths: [UnorderedPath] = []
      for part in word.partsOutsideBrackets { paths.append(try UnorderedPath(part.source, in: state)) }
      if paths.isEmpty { throw word.diagnostic("expected the path of an array") }
      return paths
    }
    result.completions = { _ in
      KeyPathFields(of: state).fields.filter { $0.type is any UnorderedCollection.Type }
        .map { Completion($0.name, summary: dumpTypeName($0.type)) }
    }
    return result
  }
}
