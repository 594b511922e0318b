/// Steps of one kind, such as the variants of a command.
public struct ExplorationGroup<State, Action> {
  /// The name to count them under.
  public let name: String
  /// The steps that may be possible, simplest first.
  let steps: (Session<State, Action>) -> [ExplorationStep<State, Action>]

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - name: The name to count the steps under, which is their ``ExplorationStep/group``.
  ///   - steps: Creates the steps for the session's current state. Called only if they are needed.
  public init(
    _ name: String,
    steps: @escaping (Session<State, Action>) -> [ExplorationStep<State, Action>]
  ) {
    self.name = name
    self.steps = steps
  }

  /// Steps in their groups.
  static func groups(of steps: [ExplorationStep<State, Action>]) -> [Self] {
    var groups: [(name: String, steps: [ExplorationStep<State, Action>])] = []
    for step in steps {
      if let last = groups.indices.last, groups[last].name == step.group {
        groups[last].steps.append(step)
      } else {
        groups.append((step.group, [step]))
      }
    }
    return groups.map { group in Self(group.name) { _ in group.steps } }
  }
}
