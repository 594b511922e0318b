import TodoShellCommands
import Core

/// What the numbers mean that a client has been given: they are valid until the script goes on.
struct DebugHandles {
  enum Handle {
    /// A frame of the stack, which shows the state of a moment.
    case frame(AnyMoment, Definitions)
    /// The members of an expression's value; of the whole state, if there is none.
    case value(Expression?, AnyMoment)
    case effects(AnyMoment)
    case effect(EffectInFlight, AnyMoment)
    case clock(AnyMoment)
    case variables(Definitions)
    case target(GotoTarget)
  }

  private var handles: [Handle] = []
  /// The number of the first one. Numbers are not used again soon, so that an outdated one is recognized.
  private var first = 1

  mutating func number(of handle: Handle) -> Int {
    handles.append(handle)
    return first + handles.count - 1
  }

  subscript(number: Int) -> Handle? {
    handles.indices.contains(number - first) ? handles[number - first] : nil
  }

  /// Points all handles to another moment, after a change has made theirs out of date.
  mutating func show(_ moment: AnyMoment, _ definitions: Definitions) {
    handles = handles.map { handle in
      switch handle {
      case .frame: .frame(moment, definitions)
      case .value(let expression, _): .value(expression, moment)
      case .effects: .effects(moment)
      case .clock: .clock(moment)
      case .variables: .variables(definitions)
      case .effect, .target: handle
      }
    }
  }

  mutating func invalidate() {
    first += handles.count
    if first > 1 << 30 { first = 1 }
    handles = []
  }
}
