/// The values that a query can use, including the parameters of the closures around it.
public protocol QueryScope {
  var parameters: [String: Any] { get set }
}

/// Generates random queries.
public protocol QueryGenerator {
  associatedtype Scope: QueryScope

  var generator: SeededGenerator { get set }
  /// The names and types of the parameters of closures around the query that is generated next.
  var parameters: [(name: String, type: Any.Type)] { get set }
}

extension QueryGenerator {
  public mutating func below(_ bound: Int) -> Int { generator.below(bound) }

  /// A parameter with a type, of a closure around the query.
  public mutating func parameter<Value>(_ type: Value.Type) -> Query<Scope, Value>? {
    parameters.filter { $0.type == type }.randomElement(using: &generator).map { self.query($0.name) }
  }

  /// A closure. Its body must use the element, since Swift requires that of `$0`.
  public mutating func closure<Element, Value>(
    over type: Element.Type,
    _ body: (inout Self, Query<Scope, Element>) -> Query<Scope, Value>
  ) -> Lambda<Scope, Element, Value> {
    let name = generator.one(of: "$0", newName)
    let inner = within([(name, type)]) { body(&$0, $0.query(name)) }
    return Lambda(text([name], inner.text), isTrailing: below(2) == 0) {
      (scope, element) throws(QueryFailure) in
      try inner.body(scope.with([name: element]))
    }
  }

  /// A closure of two parameters. Its body must use both.
  public mutating func closure<First, Second, Value>(
    over types: (First.Type, Second.Type),
    _ body: (inout Self, Query<Scope, First>, Query<Scope, Second>) -> Query<Scope, Value>
  ) -> Lambda<Scope, (First, Second), Value> {
    let names = below(2) == 0 ? ["$0", "$1"] : [newName, "y" + newName]
    let inner = within([(names[0], types.0), (names[1], types.1)]) {
      body(&$0, $0.query(names[0]), $0.query(names[1]))
    }
    return Lambda(text(names, inner.text), isTrailing: below(2) == 0) { (scope, pair) throws(QueryFailure) in
      try inner.body(scope.with([names[0]: pair.0, names[1]: pair.1]))
    }
  }

  /// An argument that starts with a key path, and may continue: `\.count > 2`.
  public mutating func keyPath<Element, Value>(
    over type: Element.Type,
    _ body: (inout Self, Query<Scope, Element>) -> Query<Scope, Value>
  ) -> Lambda<Scope, Element, Value> {
    let inner = outside { random in
      random.parameters.append((#"\"#, type))
      return body(&random, random.query(#"\"#))
    }
    return Lambda(inner.text) { (scope, element) throws(QueryFailure) in
      try inner.body(scope.with([#"\"#: element]))
    }
  }

  /// A query that does not use the element of a key path around it.
  public mutating func outside<Result>(_ make: (inout Self) -> Result) -> Result {
    let outer = parameters
    defer { parameters = outer }
    parameters.removeAll { $0.name == #"\"# }
    return make(&self)
  }

  private mutating func within<Result>(
    _ names: [(name: String, type: Any.Type)],
    _ make: (inout Self) -> Result
  ) -> Result {
    outside { random in
      random.parameters.removeAll { $0.name.hasPrefix("$") }
      random.parameters += names
      return make(&random)
    }
  }

  /// A name that no parameter in scope has.
  private var newName: String { "x\(parameters.count { $0.name.hasPrefix("x") })" }

  private func query<Value>(_ name: String) -> Query<Scope, Value> {
    let isWhole = name == #"\"# && Value.self == Int.self
    return Query(isWhole ? #"\.self"# : name) { $0.parameters[name] as? Value }
  }

  private func text(_ names: [String], _ body: String) -> String {
    names[0] == "$0" ? "{ \(body) }" : "{ \(names.joined(separator: ", ")) in \(body) }"
  }
}

extension QueryScope {
  fileprivate func with(_ values: [String: Any]) -> Self {
    var scope = self
    scope.parameters.merge(values) { $1 }
    return scope
  }
}
