import Core
import Foundation

/// A feature with values of many types, which change in many ways.
@Reducer
struct Zoo {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var number = UInt64.max
    var ratio = 0.5
    var text = ""
    var letter: Character = "a"
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var url: URL?
    var id = UUID(0)
    var data = Data()
    var price = Decimal(0)
    var delay = Duration.zero
    var tags: Set<String> = []
    var scores: [String: Int] = [:]
    var notes: [String] = []
    var place = Place(name: "Gate", visits: 0)
    var mood = Mood.calm
    var range = 0..<3
    var keeper = Keeper(name: "Kim")
    var animals: IdentifiedArrayOf<Animal> = []
    @Presents var alert: AlertState<Question>?
    @Shared(value: 0) var visits
    @Shared(value: []) var guests: [String]
  }

  /// A structure with a constant, so that another name needs another place.
  struct Place: Equatable {
    let name: String
    var visits: Int
  }

  @CasePathable
  enum Mood: Equatable {
    case calm
    case loud(Noise)
    case moving(to: String, in: Duration)
  }

  struct Noise: Equatable {
    var level = 1
    var name = "roar"
  }

  struct Animal: Equatable, Identifiable {
    let id: Int
    var name: String
    var weight: Double?
  }

  /// No source creates the same object.
  final class Keeper: Equatable, Sendable {
    let name: String

    init(name: String) { self.name = name }

    static func == (left: Keeper, right: Keeper) -> Bool { left.name == right.name }
  }

  @CasePathable
  enum Question: Equatable { case close, feed(Int) }

  enum Action: BindableAction {
    case alert(PresentationAction<Question>)
    case askedToClose
    case bell(Int)
    case binding(BindingAction<State>)
    case born(Animal)
    case dice
    case hired(String)
    case left(Int)
    case reported
    case ringButtonTapped
    case sorted
    case visited(String)
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date) var date
  @Dependency(\.mainQueue) var mainQueue
  @Dependency(\.uuid) var uuid
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some Reducer<State, Action> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert(.presented(.feed(let id))):
        state.animals[id: id]?.weight = 7.5
      case .alert(.presented(.close)):
        state.mood = .moving(to: "Bed", in: .milliseconds(1_500))
      case .alert, .binding:
        break
      case .askedToClose:
        state.alert = AlertState {
          TextState("Close the \"zoo\"?")
        } actions: {
          ButtonState(role: .destructive, action: .send(.close, animation: .default)) { TextState("Close") }
          ButtonState(action: .feed(1)) { TextState("Feed") }
          ButtonState(role: .cancel) { TextState("No") }
        }
      case .bell(let number):
        state.notes.append("bell \(number)")
      case .born(let animal):
        state.animals.append(animal)
        if case .loud = state.mood {
          state.mood.modify(\.loud) { $0.level += 1 }
        } else {
          state.mood = .loud(Noise())
        }
      case .dice:
        state.count = withRandomNumberGenerator { Int.random(in: 1...1_000_000, using: &$0) }
        state.id = uuid()
        state.date = date.now
      case .hired(let name):
        state.keeper = Keeper(name: name)
      case .left(let id):
        state.animals.remove(id: id)
        state.place = Place(name: "Exit", visits: state.place.visits + 1)
      case .reported:
        state.count += 1
        reportIssue("The \"zoo\" is closed.\nTry again.")
      case .ringButtonTapped:
        return .merge(
          .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.bell(1))
            await send(.bell(2))
          },
          .run { send in
            try await clock.sleep(for: .seconds(1))
            await send(.bell(3))
          },
          .run { [visits = state.$visits] _ in
            try await mainQueue.sleep(for: .milliseconds(1_500))
            visits.withLock { $0 += 1 }
            try await clock.sleep(for: .seconds(60 * 60))
          }
        )
      case .sorted:
        state.animals.sort { $0.name < $1.name }
      case .visited(let name):
        state.$guests.withLock { $0.append(name) }
        state.scores[name, default: 0] += 1
        state.tags.insert(name)
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
