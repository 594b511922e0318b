import Synchronization

/// A reducer whose body is built once, when the first action comes, and not again for each action.
///
/// To build a body costs more than to run it: each case path in it is looked up, and each child's dependencies are
/// captured. So the engine, and every operator that holds another reducer, holds it in one of these.
///
/// A reducer that has a body may all the same implement `reduce(into:action:)` by itself, and is then run by that
/// alone. Whether it does shows when it is first run: see ``BodyRequest``.
@usableFromInline
final class BuiltReducer<Base: Reducer>: Reducer {
  @usableFromInline typealias State = Base.State
  @usableFromInline typealias Action = Base.Action

  private let base: Base
  private let isLeaf = Base.Body.self == Never.self
  private let built = BuiltBody.Slot()
  /// Finds the binding actions to be handled in here; `nil` if this is not a whole feature with bindable actions.
  private let bindings: BindingFinder<Action>?

  /// Holds a part of a feature.
  @usableFromInline
  init(_ base: Base) {
    self.base = base
    bindings = nil
  }

  /// Holds a whole feature: the root of an engine, or a child that a parent embeds.
  ///
  /// - Parameter parentAction: The parent's type of action; a child with the same one is a part of the feature.
  @usableFromInline
  init(feature base: Base, in parentAction: Any.Type? = nil) {
    self.base = base
    bindings = parentAction == Action.self ? nil : BindingFinder.make()
  }

  @usableFromInline
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let bindings else { return reduceUnchecked(into: &state, action: action) }
    return bindings.check(action) { reduceUnchecked(into: &state, action: action) }
  }

  private func reduceUnchecked(into state: inout State, action: Action) -> Effect<Action> {
    if isLeaf { return base.reduce(into: &state, action: action) }
    guard let body = built.body else { return buildAndReduce(into: &state, action: action) }
    return unsafeDowncast(body, to: TypedBody<State, Action>.self).reducer
      .reduce(into: &state, action: action)
  }

  @usableFromInline
  var presentationFinder: PresentationFinder<State, Action>? {
    guard !isLeaf, let body = built.body else { return base.presentationFinder }
    return unsafeDowncast(body, to: TypedBody<State, Action>.self).reducer.presentationFinder
  }

  private func buildAndReduce(into state: inout State, action: Action) -> Effect<Action> {
    let request = BodyRequest(to: Base.self)
    let effect = request.whileOpen { base.reduce(into: &state, action: action) }
    built.fill(request.body ?? TypedBody<State, Action>(reducer: base))
    return effect
  }
}

/// The reducers that a body consists of.
class BuiltBody: @unchecked Sendable {
  // Unchecked: reducers are immutable values, which only the thread of their engine runs.
  fileprivate init() {}

  /// Where the first body that is put in stays.
  ///
  /// Not an `AtomicLazyReference`, since to ask that for its value costs as much as a small reducer takes to run.
  struct Slot: ~Copyable {
    private let first = Atomic<Unmanaged<BuiltBody>?>(nil)

    var body: BuiltBody? { first.load(ordering: .acquiring)?.takeUnretainedValue() }

    func fill(_ body: BuiltBody) {
      let body = Unmanaged.passRetained(body)
      let (isFirst, _) = first.compareExchange(expected: nil, desired: body, ordering: .acquiringAndReleasing)
      if !isFirst { body.release() }
    }

    deinit { first.load(ordering: .acquiring)?.release() }
  }
}

private final class TypedBody<State, Action>: BuiltBody, @unchecked Sendable {
  let reducer: any Reducer<State, Action>

  init(reducer: any Reducer<State, Action>) {
    self.reducer = reducer
    super.init()
  }
}

/// Asks a reducer that is about to run for the body that it builds for that.
///
/// Only the default implementation of `reduce(into:action:)` answers, and it does so before anything else runs. A type
/// has that implementation or one of its own, so an answer with the type's name is one to this request.
final class BodyRequest {
  private let type: ObjectIdentifier
  private(set) var body: BuiltBody?

  private static let slot = ThreadSlot()

  fileprivate init<R: Reducer>(to _: R.Type) {
    type = ObjectIdentifier(R.self)
  }

  fileprivate func whileOpen<Result>(_ run: () -> Result) -> Result {
    let outer = Self.slot.pointer
    Self.slot.pointer = Unmanaged.passUnretained(self).toOpaque()
    defer { Self.slot.pointer = outer }
    return run()
  }

  /// Hands the body that `R` has built to whoever asked for it.
  static func answer<R: Reducer>(_ body: any Reducer<R.State, R.Action>, by _: R.Type) {
    guard let pointer = slot.pointer else { return }
    let request = Unmanaged<BodyRequest>.fromOpaque(pointer).takeUnretainedValue()
    guard request.body == nil, request.type == ObjectIdentifier(R.self) else { return }
    request.body = TypedBody<R.State, R.Action>(reducer: body)
  }
}
