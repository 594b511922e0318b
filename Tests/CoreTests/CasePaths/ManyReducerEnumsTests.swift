import Core
import Testing

// Twelve enums of features in one file: the compiler crashed at the third while their states and actions were made with
// macros of their own.

@Reducer
private struct TapCounter {
  @ObservableState struct State: Equatable { var taps = 0 }
  enum Action: Equatable { case tap }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.taps += 1
      return .none
    }
  }
}

@Reducer(state: .equatable) private enum One { case left(TapCounter), right(TapCounter) }
@Reducer(state: .equatable) private enum Twice { case left(TapCounter), right(TapCounter) }
@Reducer(state: .equatable) private enum Three { case left(TapCounter), right(TapCounter) }
@Reducer(state: .equatable) private enum Four { case left(TapCounter), right(TapCounter) }
@Reducer(state: .equatable) private enum Five { case left(TapCounter), right(TapCounter) }
@Reducer(state: .equatable) private enum Six { case left(TapCounter), right(TapCounter) }
@Reducer(state: .equatable) private enum Seven { case left(TapCounter), right(TapCounter) }
@Reducer(state: .equatable) private enum Eight { case left(TapCounter), right(TapCounter) }
@Reducer(state: .equatable) private enum Nine { case left(TapCounter), right(TapCounter) }
@Reducer(state: .equatable) private enum Ten { case left(TapCounter), right(TapCounter) }
@Reducer(state: .equatable) private enum Eleven { case left(TapCounter), right(TapCounter) }
@Reducer(state: .equatable) private enum Twelve { case left(TapCounter), right(TapCounter) }

struct ManyReducerEnumsTests {
  private func taps<R: CaseReducer>(
    _: R.Type,
    _ state: R.State,
    _ action: R.Action,
    _ taps: (R.State) -> Int?
  ) -> Int? {
    var state = state
    _ = R.body.reduce(into: &state, action: action)
    return taps(state)
  }

  @Test func eachOfTwelveEnumsInAFileRunsItsFeature() {
    let taps = [
      taps(One.self, .right(TapCounter.State()), .right(.tap)) { $0.right?.taps },
      taps(Twice.self, .right(TapCounter.State()), .right(.tap)) { $0.right?.taps },
      taps(Three.self, .right(TapCounter.State()), .right(.tap)) { $0.right?.taps },
      taps(Four.self, .right(TapCounter.State()), .right(.tap)) { $0.right?.taps },
      taps(Five.self, .right(TapCounter.State()), .right(.tap)) { $0.right?.taps },
      taps(Six.self, .right(TapCounter.State()), .right(.tap)) { $0.right?.taps },
      taps(Seven.self, .right(TapCounter.State()), .right(.tap)) { $0.right?.taps },
      taps(Eight.self, .right(TapCounter.State()), .right(.tap)) { $0.right?.taps },
      taps(Nine.self, .right(TapCounter.State()), .right(.tap)) { $0.right?.taps },
      taps(Ten.self, .right(TapCounter.State()), .right(.tap)) { $0.right?.taps },
      taps(Eleven.self, .right(TapCounter.State()), .right(.tap)) { $0.right?.taps },
      taps(Twelve.self, .right(TapCounter.State()), .right(.tap)) { $0.right?.taps },
    ]
    #expect(taps == Array(repeating: 1, count: 12))
  }
}
