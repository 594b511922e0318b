/// Finds what a feature presents, by following the paths along which its reducers embed children.
///
/// Created by reducers; see ``Reducer/presentationFinder``.
public struct PresentationFinder<State, Action> {
  /// Finds what is presented in a state, in no particular order.
  let find: (State) -> [Presentation<Action>]

  /// Combines two finders; `nil` if there is neither.
  static func joining(_ one: Self?, _ other: Self?) -> Self? {
    guard let one, let other else { return one ?? other }
    return Self { one.find($0) + other.find($0) }
  }
}

extension Reducer {
  /// What is presented in a state, from back to front.
  func presentations(in state: State) -> [Presentation<Action>] {
    presentationFinder?.find(state).sortedBackToFront() ?? []
  }

  /// What is presented in the state of a child.
  ///
  /// - Parameters:
  ///   - state: The child's state.
  ///   - step: The path component that leads to the child from its parent.
  ///   - style: How the parent presents the child, if it does.
  ///   - embed: Embeds an action of the child in one of the parent.
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
  /// The path component for the case.
  var step: String { name.map { ".\($0)" } ?? "" }
}
