/// Something that can be done in a session: a command, an action, a move of the clock.
public struct ExplorationStep<State, Action> {
  /// How a person would write it. Steps with the same text do the same.
  public let text: String
  /// What it is counted under, and chosen by: the name of its command.
  public let group: String

  let perform: (Session<State, Action>) throws -> Void

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - text: How a person would write it.
  ///   - group: What it is counted under; random sequences choose the group first, and then one of its steps.
  ///   - perform: Does it, as one turn. It throws when this cannot be done in the state that the session is in.
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
  /// Moves the clock on by a duration; see ``Session/advance(by:label:)``.
  ///
  /// - Parameters:
  ///   - duration: How far.
  ///   - text: How a person would write it.
  public static func advance(by duration: Duration, text: String) -> Self {
    Self(text, group: "advance") { try $0.advance(by: duration) }
  }
}

/// Steps of a kind, such as the ways to give one command.
public struct ExplorationGroup<State, Action> {
  /// What they are counted under.
  public let name: String
  /// The steps that may be possible, the simplest first.
  let steps: () -> [ExplorationStep<State, Action>]

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - name: What the steps are counted under: their own ``ExplorationStep/group``.
  ///   - steps: Makes the steps. It is called only if they are needed.
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
