extension ObservationStateRegistrar {
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
