/// Finds what a feature presents, by the paths along which its reducers embed children.
///
/// Reducers make theirs; see ``Reducer/presentationFinder``.
public struct PresentationFinder<State, Action> {
  /// What is presented in a state, in no particular order.
  let find: (State) -> [Presentation<Action>]

  init(_ find: @escaping (State) -> [Presentation<Action>]) {
    self.find = find
  }

  /// What either of two finders finds; `nil` if there is none.
  static func joining(_ one: Self?, _ other: Self?) -> Self? {
    guard let one, let other else { return one ?? other }
    return Self { one.find($0) + other.find($0) }
  }
}

extension Reducer {
  /// What is presented in a state, from the one behind all others to the one in front of them.
  ///
  /// - Complexity: O(*k*) in the number of children that exist and could present something.
  func presentations(in state: State) -> [Presentation<Action>] {
    presentationFinder?.find(state).sortedBackToFront() ?? []
  }

  /// What is presented in the state of a child.
  ///
  /// - Parameters:
  ///   - state: The child's state.
  ///   - step: What leads to the child from its parent.
  ///   - style: How the parent presents the child, if it does.
  ///   - embed: Makes an action of the parent out of one of the child.
  func presentations<ParentAction>(
    in state: State,
    at step: String,
    in style: PresentationStyle? = nil,
    _ embed: (Action) -> ParentAction
  ) -> [Presentation<ParentAction>] {
    presentationFinder?.find(state).map { $0.embedded(at: step, in: style, embed) } ?? []
  }
}

extension AnyCasePath {
  /// What leads to the case's payload, as a path shows it.
  var step: String { name.map { ".\($0)" } ?? "" }
}
