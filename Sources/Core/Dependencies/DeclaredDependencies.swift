/// Finds the dependencies that the reducers of a feature declare as properties, before anything runs.
///
/// It sees the properties of each reducer that is a part of another one or of its body. It cannot see what a closure
/// declares.
struct DeclaredDependencies {
  private var bodies: Set<ObjectIdentifier> = []

  /// The dependencies that have only live values in a session, and no test value that would fail in their place.
  static func onlyLive(in reducer: any Reducer, under values: DependencyValues) -> [String] {
    let names = LockIsolated<[String]>([])
    DependencyValues.$declaredLive.withValue(names) {
      DependencyValues.$areBeingSet.withValue(true) { read(in: reducer, under: values) }
    }
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
    if let property = value as? any DeclaredDependency { return property.readValue() }
    let mirror = Mirror(reflecting: value)
    if let scope = value as? any DependencyScope {
      scope.values.whileCurrent { mirror.children.forEach { read($0.value) } }
    } else if let reducer = value as? any Reducer {
      mirror.children.forEach { read($0.value) }
      readBody(of: reducer)
    } else if [.optional, .enum, .collection].contains(mirror.displayStyle) {
      mirror.children.forEach { read($0.value) }
    }
  }

  /// A reducer can be part of its own body, as that of a tree is, so each body is read once.
  private mutating func readBody<R: Reducer>(of reducer: R) {
    guard R.Body.self is any Reducer.Type, bodies.insert(ObjectIdentifier(R.self)).inserted else { return }
    read(reducer.body)
  }
}

/// A property that reads a dependency.
protocol DeclaredDependency {
  /// The dependencies in effect where it was created.
  var captured: DependencyValues { get }

  func readValue()
}

/// A reducer that sets dependencies for the one inside it.
protocol DependencyScope {
  var values: DependencyValues { get }
}
