import Core

extension Expression {
  /// Whether its value may depend on the order of a collection that stands for a set.
  ///
  /// It does not if every name at the start of a path is a stored property, and the collection is used only for
  /// questions that a set could answer. A computed property may depend on anything.
  ///
  /// - Parameters:
  ///   - path: The names of the properties that lead from the root value to the collection.
  ///   - root: The type of the root value.
  ///   - names: The names in scope besides the root's members, none of which depends on the collection.
  package func mayDependOnOrder(
    ofElementsAt path: [String],
    in root: Any.Type,
    besides names: [String]
  ) -> Bool {
    OrderCheck(collection: path, rootType: root, names: names).mayDepend(self.root)
  }
}

extension ExpressionContext {
  /// The names of a type's members, as far as they are known without a value.
  static func memberNames(of type: Any.Type) -> [String] {
    Shape.of(type).settled.map(Members.of).map { $0.areAllKnown ? $0.names : [] } ?? []
  }
}

/// Finds the uses of a collection to which its order may matter.
private struct OrderCheck {
  let collection: [String]
  let rootType: Any.Type
  let names: [String]

  /// What can be asked of a collection whatever its order.
  private static var symmetricMembers: [[String]] {
    [["count"], ["isEmpty"], ["contains"], ["allSatisfy"], ["ids", "contains"]]
  }

  func mayDepend(_ node: SyntaxNode) -> Bool {
    if let path = path(node) { return !isSymmetric(path) }
    if case .method(let base, let name, let arguments, _) = node.kind, let path = path(base) {
      return !isSymmetric(path + [name]) || arguments.contains { mayDepend($0.value) }
    }
    return node.kind.children.contains(where: mayDepend)
  }

  /// The names from the root value to a member; `nil` for anything else.
  private func path(_ node: SyntaxNode) -> [String]? {
    guard let path = node.path else { return nil }
    let names = path.compactMap { node in
      switch node.kind {
      case .name(let name), .member(_, let name, _): name
      default: nil
      }
    }
    return names.count == path.count ? names : nil
  }

  /// Whether the value of a path, or of a method at its end, is the same for every order.
  private func isSymmetric(_ path: [String]) -> Bool {
    guard let first = path.first else { return false }
    // A member of the root takes precedence.
    if names.contains(first), !ExpressionContext.memberNames(of: rootType).contains(first) {
      return true
    }
    var type = Shape.of(rootType)
    for (name, expected) in zip(path, collection) {
      // Other computed properties have no type.
      if type.record?.computed.contains(where: { $0.label == name }) == true { return false }
      guard let next = Members.of(type)[name]?.type else { return false }
      if name != expected { return true }
      type = next
    }
    return Self.symmetricMembers.contains(Array(path.dropFirst(collection.count)))
  }
}
