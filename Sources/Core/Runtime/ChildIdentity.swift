/// Identifies a child by the place of its state in its parent's and, at that place, by its id.
///
/// It owns the effects started in the child. Cancellation ids are looked up within the child that uses them and its
/// descendants, so that siblings using the same id do not affect each other.
@usableFromInline
struct ChildIdentity: Hashable, @unchecked Sendable {
  // Unchecked: an id is only compared.
  private let place: HashedKeyPath
  private let id: AnyHashable?

  @usableFromInline
  init(_ place: HashedKeyPath, id: AnyHashable?) {
    self.place = place
    self.id = id
  }

  /// Identifies a child by its `id`, if it has one, and by its case and the `id` of its payload, if it is an enum.
  init<Child>(_ place: HashedKeyPath, of child: Child) {
    self.init(place, id: withUnsafePointer(to: child) { Self.id(at: $0, .of(Child.self)) })
  }

  private static func id(at address: UnsafeRawPointer, _ shape: Shape) -> AnyHashable? {
    if let id = shape.id { return id(address) }
    guard shape.has(.casePaths), let choice = shape.choice else { return nil }
    guard choice.isReadable else { return AnyHashable(CurrentCase(of: shape.value(at: address)).name) }
    let element = choice.current(at: address)
    guard element.parameters.count == 1 else { return AnyHashable(element.tag) }
    let payload = element.parameters[0]
    let payloadID = choice.readPayload(of: element, at: address) { address in
      payload.read(in: address) { Self.id(at: $0, payload.shape) }
    }
    return AnyHashable([AnyHashable(element.tag), payloadID])
  }
}

extension Effect {
  /// Returns this effect of a child as one of its parent, which the child's removal cancels.
  ///
  /// - Parameters:
  ///   - child: The child.
  ///   - dismissal: The parent's action that dismisses the child, if the child's effects may request that.
  ///   - transform: Creates an action of the parent.
  @usableFromInline
  func embedded<ParentAction>(
    in child: ChildIdentity,
    dismissal: ParentAction? = nil,
    _ transform: @escaping @Sendable (Action) -> ParentAction
  ) -> Effect<ParentAction> {
    if isNone { return .none }
    let effect = mapped(transform).operation
    return Effect<ParentAction>(.scoped(effect, child, dismissal: dismissal.map(TypedBox.init)))
  }

  /// Returns this effect merged with the cancellation of the effects of removed children.
  @usableFromInline
  func cancelling(_ removed: [ChildIdentity]) -> Self {
    removed.isEmpty ? self : .merge([self] + removed.map { Self(.cancelScope($0)) })
  }
}
