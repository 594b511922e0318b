import Core
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// Each effect ends once: it finishes or is cancelled.
struct EffectEndTests {
  /// A feature whose effect replaces itself before it returns.
  @Reducer
  struct Caller {
    @ObservableState
    struct State: Equatable { var calls = 0 }

    enum Action: Equatable { case call, again, answered }

    private enum CancelID { case call }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .call:
          return .run { await $0(.again) }.cancellable(id: CancelID.call, cancelInFlight: true)
        case .again:
          state.calls += 1
          return .run { await $0(.answered) }.cancellable(id: CancelID.call, cancelInFlight: true)
        case .answered: return .none
        }
      }
    }
  }

  @Test func anEffectThatEndsAfterItsCancellationIsCancelled() {
    let shell = RecordedShell(ShellApplication(name: "caller", initialState: Caller.State()) { Caller() })
    shell.run(".call\nrun\n.call\nrun")
    let effects = shell.shell.debugger.effects(includingPast: true)
    let cancelled = (effects.cancelled ?? []).map(\.effect.id)
    let finished = (effects.finished ?? []).map(\.effect.id)
    #expect(cancelled.count == 2 && Set(cancelled).isDisjoint(with: finished), "\(cancelled), \(finished)")
    #expect(effects.effects.isEmpty)
  }
}
