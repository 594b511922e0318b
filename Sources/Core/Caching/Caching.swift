/// Saves a value under a key, so that it is available at the next launch.
///
/// Conform to this protocol to store states elsewhere than in a file, in `UserDefaults` or in memory.
public protocol Caching {
  /// The key of the value.
  var key: String { get }

  /// Saves a value, replacing the previous one. A failure is reported as an issue; the feature continues without its
  /// cache.
  func save<Value: Encodable>(_ value: Value)

  /// The value saved last; `nil` if there is none. A value that cannot be read is left unchanged and reported as an
  /// issue.
  func load<Value: Decodable>() -> Value?
}

extension Reducer where State: Encodable {
  /// Saves the state in a cache after each action that changed it.
  ///
  /// ```swift
  /// let cache = DocumentsCache(key: "todos")
  /// let store = Store(initialState: cache.load() ?? Todos.State()) {
  ///   Todos().caching(cache: cache, ignoreCachingDuplicates: { $0.todos == $1.todos })
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - cache: The cache.
  ///   - isDuplicate: Whether the states before and after an action are equivalent, so that there is nothing to save.
  ///     Without it, the state is saved after every action.
  /// - Complexity: The cost of encoding the whole state, in an effect.
  public func caching(
    cache: any Caching,
    ignoreCachingDuplicates isDuplicate: ((State, State) -> Bool)? = nil
  ) -> some Reducer<State, Action> {
    let base = BuiltReducer(self)
    return Reduce(around: base) { state, action in
      let previous = state
      let effect = base.reduce(into: &state, action: action)
      if let isDuplicate, isDuplicate(previous, state) { return effect }
      // The cache is used by one effect at a time, on the store's executor; the state is a separate copy.
      let save = UncheckedSendable { [state] in cache.save(state) }
      return .merge(.run(name: "caching") { _ in save.value() }, effect)
    }
  }
}
