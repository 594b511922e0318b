/// Finds the dependencies that the reducers of a feature declare as properties, before anything runs.
///
/// It sees the properties of each reducer that is a part of another one or of its body. It cannot see what a closure
/// declares.
package struct DeclaredDependencies {
  private var bodies: Set<ObjectIdentifier> = []

  /// The dependencies that have only live values in a session, and no test value that would fail in their place.
  package static func onlyLive(in reducer: any Reducer, under values: DependencyValues) -> [String] {
    let names = LockIsolated<[String]>([])
    var resolution = Resolution.current.setting
    resolution.declaredLive = names
    Resolution.$current.withValue(resolution) { read(in: reducer, under: values) }
    return names.value
  }

  /// Reads the dependencies.
  static func read(in reducer: any Reducer, under values: DependencyValues) {
    values.whileCurrent {
      var search = DeclaredDependencies()
      search.read(reducer)
    }
  }

  private mutating func read(_ value: Any) {
    if let declaration = value as? any DependencyDeclaration { return declaration.read(by: &self) }
    let reducer = value as? any Reducer
    if reducer != nil || [.optional, .enum, .collection].contains(reflect(value).displayStyle) {
      readParts(of: value)
    }
    if let reducer { readBody(of: reducer) }
  }

  mutating func readParts(of value: Any) {
    reflect(value).children.forEach { read($0.value) }
  }

  /// A reducer can be part of its own body, as that of a tree is, so each body is read once.
  private mutating func readBody<R: Reducer>(of reducer: R) {
    guard Shape.of(R.Body.self).has(.reducer), bodies.insert(ObjectIdentifier(R.self)).inserted else {
      return
    }
    read(reducer.body)
  }
}

extension TypeTrait {
  fileprivate static let reducer = TypeTrait((any Reducer.Type).self)
}

/// A property that reads a dependency, or a reducer that sets dependencies of the reducer inside it.
protocol DependencyDeclaration {
  /// The dependencies in effect where a property was created.
  var owned: DependencyValues? { get }

  func read(by search: inout DeclaredDependencies)
}
