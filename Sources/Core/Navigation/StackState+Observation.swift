/// A change of ids is a change for those who observe a stack, though equality does not count it.
extension ObservationStateRegistrar {
  /// Whether the observers of a stack have to be told that it is set from one value to another.
  ///
  /// - Complexity: O(*n*) in the number of elements, while someone observes.
  @_disfavoredOverload
  public func isChange<Element: Equatable>(
    from old: StackState<Element>,
    to new: StackState<Element>
  ) -> Bool {
    !identity.isObserved || old.ids != new.ids || old != new
  }

  /// Whether the elements have been exchanged: what changes in one is told by itself.
  ///
  /// - Complexity: O(*n*) in the number of elements, while someone observes.
  public func isChange<Element: ObservableState>(
    from old: StackState<Element>,
    to new: StackState<Element>
  ) -> Bool {
    !identity.isObserved || old.ids != new.ids
      || !new.elementsEqual(old) { $0._$id.continues($1._$id) }
  }
}
