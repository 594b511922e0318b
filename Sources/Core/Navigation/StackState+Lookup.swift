extension StackState {
  /// The element with an id, or `nil` if it is not on the stack.
  ///
  /// Setting `nil` removes only this element; ``pop(from:)`` also removes those above it. A reducer adds elements
  /// with ``append(_:)``; if it sets an element with an id that is not on the stack, that is reported as an issue and
  /// ignored. Elsewhere, for example where a test describes its expectation, the element is pushed.
  ///
  /// - Complexity: O(log `count`) on average.
  public subscript(id id: StackElementID) -> Element? {
    get { entries[id: id]?.element }
    _modify {
      let count = entries.count
      defer { if entries.count > count { settleNewElement(id) } }
      yield &entries[id: id][elementOf: id]
    }
  }

  /// The payload of a case of the element with an id, for enum elements: `path[id: 0, case: \.detail]`.
  ///
  /// `nil` if the element is in another case, or not on the stack. Setting `nil` removes the element. A change while
  /// the element is in another case is reported as an issue and ignored. Setting a payload for an id that is not on
  /// the stack is the same as setting an element.
  ///
  /// - Complexity: O(log `count`) on average.
  public subscript<Payload>(
    id id: StackElementID,
    case path: CaseKeyPath<Element, Payload>,
    fileID: HashableStaticString = #fileID,
    filePath: HashableStaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Payload? where Element: CasePathable {
    get { self[id: id]?[case: path] }
    _modify {
      guard ids.contains(id) else {
        var payload: Payload?
        yield &payload
        if let payload { self[id: id] = path(payload) }
        return
      }
      let site = SourceSite(fileID.value, filePath.value, line, column)
      yield &self[id: id][payload: path, site]
    }
  }

  private mutating func settleNewElement(_ id: StackElementID) {
    guard DependencyValues.current.stackElementID.belongsToStore else { return noteUsed(id) }
    entries.remove(id: id)
    reportIssue(
      """
      An element was set for the id \(id), which is not on the stack. Nothing was changed.

      Add new elements with "append", which assigns an id.
      """
    )
  }
}

extension Optional {
  /// The element of an entry. Setting it holds the only reference, so that the element's contents are not copied.
  fileprivate subscript<Element>(elementOf id: StackElementID) -> Element?
  where Wrapped == StackState<Element>.Entry {
    get { self?.element }
    _modify {
      var element = self?.element
      self = nil
      defer { self = element.map { Wrapped(id: id, element: $0) } }
      yield &element
    }
  }
}
