import Core
import TodoShellValues

/// A collection of the state that stands for a set, by its path: `todos`, `library.books`.
struct UnorderedPath {
  /// How it is written.
  let text: String
  private let names: [String]
  private let state: Any.Type
  private let path: AnyKeyPath
  private let type: any UnorderedCollection.Type

  /// Finds a collection.
  ///
  /// - Parameters:
  ///   - text: Its path.
  ///   - source: Where it is written.
  ///   - state: The type of the state.
  /// - Throws: An error if the state has no such collection, or its order cannot be changed.
  init(_ text: String, at source: SourceText, in state: Any.Type) throws(Diagnostic) {
    var path: AnyKeyPath?
    var type = state
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for part in names {
      // None of a list's members is a list of its elements.
      let fields = Shape.of(type).has(.collection) ? [] : Shape.of(type).properties
      guard let field = fields.first(where: { $0.name == part }) else {
        throw source.diagnostic(
          "\(dumpTypeName(type)) has no property '\(part)'",
          notes: fields.isEmpty ? [] : ["its properties: \(fields.map(\.name).joined(separator: ", "))"],
          hint: Spelling.suggestion(for: part, among: fields.map(\.name))
        )
      }
      path = path?.appending(path: field.path) ?? field.path
      type = field.type
    }
    guard let path, let type = Self.unordered(type) else {
      throw source.diagnostic(
        "'\(text)' is not an array",
        hint: "name arrays whose order has no meaning"
      )
    }
    self.text = text
    self.names = names
    self.state = state
    self.path = path
    self.type = type
  }

  fileprivate static func unordered(_ type: Any.Type) -> (any UnorderedCollection.Type)? {
    type as? any UnorderedCollection.Type
  }

  /// A state with the elements in a fixed order.
  func canonical(_ state: Any) -> Any {
    // A reference to the method instead of a call crashes the compiler.
    func open<State>(_ state: State) -> Any { inCanonicalOrder(state) }
    return _openExistential(state, do: open)
  }

  private func inCanonicalOrder<State>(_ state: State) -> Any {
    func open<Elements: UnorderedCollection>(_: Elements.Type) -> Any {
      guard let path = path as? WritableKeyPath<State, Elements> else { return state }
      var copy = state
      copy[keyPath: path] = copy[keyPath: path].inCanonicalOrder
      return copy
    }
    let type = type
    return open(type)
  }

  /// Whether a property may depend on the order.
  func mayDecide(_ property: WrittenProperty) -> Bool { property.expressions.contains(where: mayDecide) }

  /// Whether the value of an expression may depend on the order.
  func mayDecide(_ expression: Expression) -> Bool {
    expression.mayDependOnOrder(ofElementsAt: names, in: state, besides: ExpressionContext.factNames)
  }
}

extension Argument {
  /// Collections of the state, separated by commas.
  static func unorderedPaths(_ name: String, of state: Any.Type) -> Parameter<[UnorderedPath]> {
    Parameter(name) { _ in
      Shape.of(state).properties.filter { UnorderedPath.unordered($0.type) != nil }
        .map { Completion($0.name, summary: dumpTypeName($0.type)) }
    } word: { (word) throws(Diagnostic) in
      var paths: [UnorderedPath] = []
      for part in word.partsOutsideBrackets {
        paths.append(try UnorderedPath(part.text, at: part.source, in: state))
      }
      if paths.isEmpty { throw word.diagnostic("expected the path of an array") }
      return paths
    }
  }
}
