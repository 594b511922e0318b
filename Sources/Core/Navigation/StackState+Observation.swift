/// A change of ids is a change for those who observe a stack, though equality does not count it.
extension ObservationStateRegistrar {
  @_disfavoredOverload
  public func isChange<Element: Equatable>(
    from old: StackState<Element>,
    to new: StackState<Element>
  ) -> Bool {
    !identity.isObserved || old.ids != new.ids || old != new
  }

  public func isChange<Element: ObservableState>(
    from old: StackState<Element>,
    to new: StackState<Element>
  ) -> Bool {
    !identity.isObserved || old.ids != new.ids
      || !new.elementsEqual(old) { $0._$id.continues($1._$id) }
  }
}
