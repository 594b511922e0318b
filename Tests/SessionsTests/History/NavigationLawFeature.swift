import TodoShellSessions
import Core

@testable import TestSupport

/// A feature that does all at once what a rewind must put back: it pushes and presents, at three levels, children that
/// tick, wait, ask and close themselves, and all of them write to what they share.
@Reducer
struct LawApp {
  @Reducer(state: .equatable, action: .equatable, .sendable)
  enum Path {
    case list(LawScreen)
    case detail(LawScreen)
    case plain(LeafScreen)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
    @Presents var sheet: LawScreen.State?
    @Shared(.total) var total
    var pops = 0
  }

  enum Action: Equatable, Sendable {
    case append, clear, present, swap
    case path(StackActionOf<Path>)
    case sheet(PresentationAction<LawScreen.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .append:
        state.path.append(.detail(LawScreen.State(id: state.total)))
      case .clear:
        // A new stack knows of no ids: which come next is up to the session.
        state.path = StackState()
        state.sheet = nil
      case .present:
        state.sheet = LawScreen.State(id: state.total)
      case .swap:
        guard let id = state.path.ids.first else { break }
        state.path[id: id] = .list(LawScreen.State(id: state.total))
      case .path(.popFrom):
        state.pops += 1
      case .path, .sheet:
        state.$total.withLock { $0 += 1 }
      }
      return .none
    }
    .forEach(\.path, action: \.path)
    .ifLet(\.$sheet, action: \.sheet) { LawScreen() }
  }
}

extension SharedReaderKey where Self == InMemoryKey<Int>.Default {
  /// What every child adds to.
  static var total: Self { Self[.inMemory("total"), default: 0] }
}

/// A child of ``LawApp``.
@Reducer
struct LawScreen {
  @Reducer(state: .equatable, action: .equatable, .sendable)
  enum Destination {
    case alert(AlertState<Alert>)
    case dialog(ConfirmationDialogState<Alert>)
    case leaf(LawLeaf)

    @CasePathable
    enum Alert: Equatable, Sendable { case again, tick }
  }

  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var ticks = 0
    @Presents var destination: Destination.State?
    @Shared(.total) var total
    @Shared(.appStorage("taps")) var taps = 0
  }

  enum Action: Equatable, Sendable {
    case askWithAlert, askWithDialog, close, show, tap, tapLater, tick, ticked
    case destination(PresentationAction<Destination.Action>)
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  private enum CancelID { case tapLater }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .askWithAlert, .destination(.presented(.alert(.again))):
        state.destination = .alert(
          AlertState {
            TextState("\(state.total)")
          } actions: {
            buttons
          }
        )
      case .askWithDialog, .destination(.presented(.dialog(.again))):
        state.destination = .dialog(
          ConfirmationDialogState {
            TextState("\(state.taps)")
          } actions: {
            buttons
          }
        )
      case .close:
        return .run { _ in await dismiss() }
      case .show:
        state.destination = .leaf(LawLeaf.State())
      case .tap:
        state.$taps.withLock { $0 += 1 }
      case .tapLater:
        return .run { [taps = state.$taps] _ in
          try await clock.sleep(for: .milliseconds(15))
          taps.withLock { $0 += 10 }
        }
        .cancellable(id: CancelID.tapLater, cancelInFlight: true)
      case .tick, .destination(.presented(.alert(.tick))), .destination(.presented(.dialog(.tick))):
        return .run { send in
          for await _ in clock.timer(interval: .milliseconds(10)) { await send(.ticked) }
        }
      case .ticked:
        state.ticks += 1
        state.$total.withLock { $0 += 1 }
      case .destination:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }

  @ButtonStateBuilder<Destination.Alert> private var buttons: [ButtonState<Destination.Alert>] {
    ButtonState(action: .again) { TextState("Again") }
    ButtonState(role: .destructive, action: .tick) { TextState("Tick") }
    ButtonState(role: .cancel) { TextState("No") }
  }
}

/// A child of ``LawScreen``.
@Reducer
struct LawLeaf {
  @ObservableState
  struct State: Equatable {
    var seen: [Int] = []
    @Shared(.total) var total
  }

  enum Action: Equatable, Sendable { case changed(Int), close, observe, tapLater }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .changed(let total):
        state.seen = state.seen.suffix(3) + [total]
        return .none
      case .close:
        return .run { _ in await dismiss() }
      case .observe:
        return .run { [total = state.$total] send in
          for await value in total.publisher {
            try await clock.sleep(for: .milliseconds(7))
            await send(.changed(value))
          }
        }
      case .tapLater:
        return .run { [total = state.$total] _ in
          try await clock.sleep(for: .milliseconds(5))
          total.withLock { $0 += 100 }
        }
      }
    }
  }
}
