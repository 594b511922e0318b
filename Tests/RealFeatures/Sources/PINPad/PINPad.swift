import ComposableArchitecture

@DependencyClient
struct KeychainClient: Sendable {
  var pin: @Sendable () -> [Int]? = { nil }
  var setPIN: @Sendable ([Int]) throws -> Void
  var authenticateWithBiometrics: @Sendable () async throws -> Bool
}

extension KeychainClient: DependencyKey {
  static var liveValue: Self {
    let pin = LockIsolated<[Int]?>(nil)
    return Self(
      pin: { pin.value },
      setPIN: { new in pin.setValue(new) },
      authenticateWithBiometrics: { false }
    )
  }
  static var previewValue: Self { liveValue }
  static let testValue = Self()
}

extension DependencyValues {
  var keychain: KeychainClient {
    get { self[KeychainClient.self] }
    set { self[KeychainClient.self] = newValue }
  }
}

/// Creates a PIN of four digits, or asks for the one that there is.
@Reducer
struct PINPad {
  static let length = 4

  @ObservableState
  struct State: Equatable {
    var digits: [Int] = []
    var failures = 0
    var lockedSeconds = 0
    var message: String?
    var mode: Mode

    @CasePathable
    enum Mode: Equatable {
      case creating
      case repeating(first: [Int])
      case unlocking
      case unlocked
    }

    init(mode: Mode = .creating) {
      self.mode = mode
    }
  }

  enum Action: Equatable {
    case biometricsButtonTapped
    case biometricsResponse(Bool)
    case deleteButtonTapped
    case digitTapped(Int)
    case lockButtonTapped
    case messageTimeout
    case onAppear
    case unlockTick
  }

  private enum CancelID { case lock, message }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.keychain) var keychain

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .biometricsButtonTapped:
        guard state.mode == .unlocking else { return .none }
        return .run { send in
          await send(.biometricsResponse((try? await keychain.authenticateWithBiometrics()) ?? false))
        }

      case .biometricsResponse(let isAuthentic):
        guard isAuthentic else { return show("Not recognized", &state) }
        state.mode = .unlocked
        return .none

      case .deleteButtonTapped:
        _ = state.digits.popLast()
        return .none

      case .digitTapped(let digit):
        guard state.lockedSeconds == 0, state.digits.count < Self.length, state.mode != .unlocked
        else { return .none }
        state.digits.append(digit)
        return state.digits.count == Self.length ? complete(&state) : .none

      case .lockButtonTapped:
        guard state.mode == .unlocked else { return .none }
        state = State(mode: .unlocking)
        return .none

      case .messageTimeout:
        state.message = nil
        return .none

      case .onAppear:
        if keychain.pin() != nil, state.mode == .creating {
          state.mode = .unlocking
        }
        return .none

      case .unlockTick:
        state.lockedSeconds -= 1
        if state.lockedSeconds == 0 {
          state.failures = 0
          return .cancel(id: CancelID.lock)
        }
        return .none
      }
    }
  }

  private func complete(_ state: inout State) -> Effect<Action> {
    defer { state.digits = [] }
    switch state.mode {
    case .creating:
      state.mode = .repeating(first: state.digits)
      return .none

    case .repeating(first: state.digits):
      state.mode = .unlocked
      let digits = state.digits
      return .run { _ in try keychain.setPIN(digits) }

    case .repeating:
      state.mode = .creating
      return show("The PINs differ", &state)

    case .unlocking where keychain.pin() == state.digits:
      state.failures = 0
      state.mode = .unlocked
      return .none

    case .unlocking:
      state.failures += 1
      guard state.failures >= 3 else { return show("Wrong PIN", &state) }
      state.lockedSeconds = 30
      return .run { send in
        for await _ in clock.timer(interval: .seconds(1)) {
          await send(.unlockTick)
        }
      }
      .cancellable(id: CancelID.lock, cancelInFlight: true)

    case .unlocked:
      return .none
    }
  }

  private func show(_ message: String, _ state: inout State) -> Effect<Action> {
    state.message = message
    return .run { send in
      try await clock.sleep(for: .seconds(2))
      await send(.messageTimeout, animation: .default)
    }
    .cancellable(id: CancelID.message, cancelInFlight: true)
  }
}
