/// A reducer that builds its body once, at the first action, instead of once per action.
///
/// Building a body costs more than running it: case paths are looked up and each child's dependencies are captured.
/// The engine, and every operator that holds another reducer, therefore holds it in one of these. It has no parameter for the
/// reducer's type: the first use of a generic type that requires a conformance searches all conformances of the program.
///
/// A reducer with a body may still implement `reduce(into:action:)`, which then takes precedence. Whether it does is
/// discovered on its first run: see ``BodyRequest``.
@usableFromInline
final class BuiltReducer<State, Action>: Reducer {
  private let base: any Reducer<State, Action>
  private let isFeature: Bool
  private let built = FirstObject()

  /// Wraps part of a feature.
  @usableFromInline
  init(_ base: any Reducer<State, Action>) {
    (self.base, isFeature) = (base, false)
  }

  /// Wraps a whole feature: the root of an engine, or a child embedded in a parent.
  ///
  /// - Parameter parentAction: The parent's action type; a child with the same type is part of the parent's feature.
  @usableFromInline
  init(feature base: any Reducer<State, Action>, in parentAction: Any.Type? = nil) {
    (self.base, isFeature) = (base, parentAction != Action.self)
  }

  @usableFromInline
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let body = built.unretained else { return buildAndReduce(into: &state, action: action) }
    return body._withUnsafeGuaranteedRef {
      unsafeDowncast($0, to: BuiltBody<State, Action>.self).reduce(into: &state, action: action)
    }
  }

  @usableFromInline
  var presentationFinder: PresentationFinder<State, Action>? {
    guard let body = built.object else { return base.presentationFinder }
    return unsafeDowncast(body, to: BuiltBody<State, Action>.self).reducer.presentationFinder
  }

  private func buildAndReduce(into state: inout State, action: Action) -> Effect<Action> {
    let bindings = isFeature ? BindingFinder<Action>.make() : nil
    var request = BodyRequest(type: ObjectIdentifier(type(of: base)))
    let effect = BindingFinder.check(action, with: bindings) {
      ThreadSlot.bodyRequest.whilePointing(to: &request) { base.reduce(into: &state, action: action) }
    }
    let reducer = request.body.map { unsafeDowncast($0, to: BuiltBody<State, Action>.self).reducer }
    built.fill(with: BuiltBody(reducer: reducer ?? base, bindings: bindings))
    return effect
  }
}

/// The reducers that a body consists of, or a reducer without one.
private final class BuiltBody<State, Action>: @unchecked Sendable {
  // Unchecked: reducers are values that never change, but hold the user's closures. Several threads run them only in an
  // exploration with several workers, which is not permitted for a feature that keeps state elsewhere.
  let reducer: any Reducer<State, Action>
  /// Finds the binding actions that are handled here; `nil` unless this is a whole feature with bindable actions.
  private let bindings: BindingFinder<Action>?

  init(reducer: any Reducer<State, Action>, bindings: BindingFinder<Action>? = nil) {
    (self.reducer, self.bindings) = (reducer, bindings)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    BindingFinder.check(action, with: bindings) { reducer.reduce(into: &state, action: action) }
  }
}

/// Asks a reducer that is about to run for its body.
///
/// Only the default implementation of `reduce(into:action:)` answers, before it does anything else. A type has either
/// that implementation or a custom one, so an answer that carries the type's identity belongs to this request.
struct BodyRequest {
  fileprivate let type: ObjectIdentifier
  fileprivate var body: AnyObject?

  /// Answers the pending request with the body that `R` has built.
  static func answer<R: Reducer>(_ body: any Reducer<R.State, R.Action>, by _: R.Type) {
    guard let request = ThreadSlot.bodyRequest.pointer?.assumingMemoryBound(to: Self.self),
      request.pointee.body == nil, request.pointee.type == ObjectIdentifier(R.self)
    else { return }
    request.pointee.body = BuiltBody<R.State, R.Action>(reducer: body)
  }
}
