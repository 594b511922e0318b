import TodoShellValues

/// The states that an exploration reached, and the commands that lead from one to another.
public struct StateGraph {
  /// A state.
  public struct State {
    /// The beginning of the state as text.
    public let text: String

    /// The maximum length of the text in cells: there may be many states, and each may be large.
    private static var longest: Int { 2_000 }

    fileprivate init(_ text: String) { self.text = text.truncated(to: Self.longest) }
  }

  /// A command that leads from a state to another one, or to the same.
  public struct Transition: Hashable {
    /// The number of the state before it.
    public let from: Int
    /// The number of the state after it.
    public let to: Int
    /// The command.
    public let command: String
  }

  /// The states by number, in the order in which they were reached; the first is the current one.
  public private(set) var states: [State]
  /// The transitions, in the order in which they were found.
  public private(set) var transitions: [Transition] = []
  private var numbers: [UInt64: Int] = [:]
  private var known: Set<Transition> = []

  /// - Parameter start: The current state as text.
  package init(start: String) {
    states = [State(start)]
  }

  /// Adds a transition.
  ///
  /// - Parameters:
  ///   - origin: The digest of the state before it; that of the first transition is the start's.
  ///   - command: The command.
  ///   - target: The digest of the state after it.
  ///   - text: The state after it as text.
  package mutating func add(
    from origin: UInt64,
    by command: String,
    to target: UInt64,
    text: @autoclosure () -> String
  ) {
    if numbers.isEmpty { numbers[origin] = 0 }
    guard let from = numbers[origin] else { return }
    if numbers[target] == nil {
      numbers[target] = states.count
      states.append(State(text()))
    }
    guard let to = numbers[target] else { return }
    let transition = Transition(from: from, to: to, command: command)
    if known.insert(transition).inserted { transitions.append(transition) }
  }
}
