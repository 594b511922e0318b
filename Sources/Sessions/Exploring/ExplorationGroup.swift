/// Steps of one kind, such as the variants of a command.
public struct ExplorationGroup {
  /// The name to count them under.
  public let name: String
  /// Creates the steps that may be possible in a session's current state, simplest first.
  let steps: (SessionBase) -> [StepRecord]
}

extension ExplorationGroup {
  /// Creates a group.
  ///
  /// - Parameters:
  ///   - name: The name to count the steps under, which is their ``StepRecord/group``.
  ///   - steps: Creates the steps for the session's current state. Called only if they are needed.
  public init<State, Action>(_ name: String, steps: @escaping (Session<State, Action>) -> [StepRecord]) {
    self.init(name: name) { steps($0.typed()) }
  }

  /// Steps in their groups.
  static func groups(of steps: [StepRecord]) -> [Self] {
    var groups: [(name: String, steps: [StepRecord])] = []
    for step in steps {
      if let last = groups.indices.last, groups[last].name == step.group {
        groups[last].steps.append(step)
      } else {
        groups.append((step.group, [step]))
      }
    }
    return groups.map { group in Self(name: group.name) { _ in group.steps } }
  }
}
