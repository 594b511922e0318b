extension StackState {
  /// The element with an id, or `nil` if it is not on the stack.
  ///
  /// Setting `nil` takes the element out, and no other: ``pop(from:)`` takes those above it as well. A reducer puts
  /// elements in with ``append(_:)``; if it sets one under an id that is not on the stack, that is reported as an
  /// issue and nothing changes. Elsewhere, such as where a test says what it expects, the element goes on top.
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

  /// The payload of a case of the element with an id, where elements are of an enum: `path[id: 0, case: \.detail]`.
  ///
  /// `nil` if the element is of another case, or not on the stack. Setting `nil` takes the element out. A change while
  /// the element is of another case is reported as an issue and ignored. Setting a payload under an id that is not on
  /// the stack is the same as setting an element there.
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
      let site = PayloadSite(fileID: fileID, filePath: filePath, line: line, column: column)
      yield &self[id: id][payload: path, site]
    }
  }

  private mutating func settleNewElement(_ id: StackElementID) {
    guard DependencyValues.current.stackElementID.belongsToStore else { return noteUsed(id) }
    entries.remove(id: id)
    reportIssue(
      """
      An element was set under the id \(id), which is not on the stack. Nothing was changed.

      Put a new element on the stack with "append", which chooses an id for it.
      """
    )
  }
}

extension Optional {
  /// The element of an entry. While it is changed nothing else holds it, so that what it contains is not copied.
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
