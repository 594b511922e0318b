import Core

// The example of an operator in the documentation of Core.

protocol Caching: Sendable {
  func save(_ value: some Encodable)
  func load<Value: Decodable>() -> Value?
}

struct CachingReducer<State: Encodable & Sendable, Action>: Reducer {
  let base: Reduce<State, Action>
  let cache: any Caching
  let isDuplicate: (State, State) -> Bool

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let previous = state
    let effects = base.reduce(into: &state, action: action)
    if isDuplicate(previous, state) { return effects }
    return .merge(.run { [state, cache] _ in cache.save(state) }, effects)
  }

  var presentationFinder: PresentationFinder<State, Action>? { base.presentationFinder }
}

extension Reducer where State: Encodable & Sendable {
  func caching(
    cache: some Caching,
    ignoreCachingDuplicates isDuplicate: @escaping (State, State) -> Bool = { _, _ in false }
  ) -> some Reducer<State, Action> {
    CachingReducer(base: Reduce(self), cache: cache, isDuplicate: isDuplicate)
  }
}
