/// A step that can be performed in a session: a command, an action, or a clock move.
public struct ExplorationStep<State, Action> {
  /// The text of the step. Steps with the same text do the same.
  public let text: String
  /// The group for counting and choosing steps, which is the name of the command.
  public let group: String

  let perform: (Session<State, Action>) throws -> Void

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - text: The text of the step.
  ///   - group: The group to count it in; random sequences choose the group first, and then one of its steps.
  ///   - perform: Performs the step as one turn. Throws if it is impossible in the session's current state.
  public init(
    _ text: String,
    group: String,
    perform: @escaping (Session<State, Action>) throws -> Void
  ) {
    self.text = text
    self.group = group
    self.perform = perform
  }
}

extension ExplorationStep {
  /// Advances the clock by a duration; see ``Session/advance(by:label:)``.
  ///
  /// - Parameters:
  ///   - duration: The time to advance by.
  ///   - text: The text of the step.
  public static func advance(by duration: Duration, text: String) -> Self {
    Self(text, group: "advance") { try $0.advance(by: duration) }
  }
}

/// Steps of one kind, such as the variants of a command.
public struct ExplorationGroup<State, Action> {
  /// The name to count them under.
  public let name: String
  /// The steps that may be possible, simplest first.
  let steps: () -> [ExplorationStep<State, Action>]

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - name: The name to count the steps under, which is their ``ExplorationStep/group``.
  ///   - steps: Creates the steps. Called only if they are needed.
  public init(_ name: String, steps: @escaping () -> [ExplorationStep<State, Action>]) {
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
    return groups.map { group in Self(group.name) { group.steps } }
  }
}
