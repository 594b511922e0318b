import Core
import Foundation

/// Features whose actions have everything in them that an action may have, for the tests and for the fuzzer, which has more
/// kinds of values in ``Actions``.
enum ActionFixtures {
  /// An action without macros and conformances.
  enum Plain: Equatable {
    case up, down
    case add(Int)
    case move(from: Int, to: Int)
    case rename(id: Int)
    indirect case twice(Plain)
    case pair((Int, Int))
    case done(Void)

    static func == (left: Plain, right: Plain) -> Bool { "\(left)" == "\(right)" }
  }

  /// A structure that is neither `Decodable` nor made by a macro.
  struct Point: Hashable, Sendable {
    var x: Int
    let label: String?
    private(set) var factor = 1.5

    init(x: Int, label: String? = nil, factor: Double = 1.5) {
      self.x = x
      self.label = label
      self.factor = factor
    }
  }

  /// A structure whose keys are not its properties.
  struct Renamed: Codable, Equatable {
    var value: Int
    var note: String?
    private enum CodingKeys: String, CodingKey { case value = "number", note }
  }

  struct Options: OptionSet, Sendable { let rawValue: Int }
  struct Name: RawRepresentable, Hashable, Codable { var rawValue: String }
  enum Filter: String, CaseIterable, Hashable { case all = "All", active, `default` }
  enum Failure: Error, Hashable { case offline, code(Int) }
  struct Generic<Value> { enum Action { case set(Value), both(Value, [Value]) } }
  final class Reference: Sendable {}

  indirect enum Tree<Value: Hashable>: Hashable {
    case leaf(Value)
    case node(left: Tree, right: Tree)
    case empty
  }

  enum Values: Equatable {
    case bool(Bool), int(Int), byte(UInt8), double(Double), float(Float), text(String), character(Character)
    case optional(Int?), twice(Int??), filters([Filter]), filter(Filter?)
    case id(UUID), date(Date), url(URL), data(Data), decimal(Decimal), duration(Duration), indices(IndexSet)
    case map([String: Int]), byFilter([Filter: [Int]]), set(Set<Int>), range(Range<Int>), closed(
      ClosedRange<Double>
    )
    case point(Point), points([Point]), renamed(Renamed), options(Options), name(Name)
    case result(Result<Int, Failure>), tree(Tree<Int>), void(Result<Int?, Never>)
    case labelled(id: UUID, name: String, point: Point?)
  }

  /// What no text can be.
  enum Unreadable {
    case closure(() -> Void)
    case reference(Reference)
    case hidden(Unicode.Scalar)
    case error(Result<Int, any Error>)
    case unretained(Unretained)
    case fine
  }

  final class Owner: Decodable {}
  struct Unretained { weak var owner: Owner? }

  /// A closure among the properties has no key path.
  struct Handled {
    var handler: () -> Void
    var level: Int
  }

  struct Settings: Equatable, Sendable {
    var isOn = false
    var level = 1
  }

  @Reducer
  struct Row {
    @ObservableState
    struct State: Equatable, Identifiable, Sendable {
      let id: UUID
      var title = ""
      var isDone = false
      var settings = Settings()
      var tags: [String] = []
      var limit: Int?
    }
    enum Action: BindableAction, Equatable, Sendable {
      case binding(BindingAction<State>)
      case delegate(Delegate)
      case tapped
      enum Delegate: Equatable, Sendable { case saved(title: String), cancelled }
    }
    var body: some Reducer<State, Action> { BindingReducer() }
  }

  @Reducer
  struct Empty {
    struct State: Equatable, Sendable {}
    enum Action: Equatable, Sendable { case begin }
  }

  @Reducer(state: .equatable, .sendable, action: .equatable, .sendable)
  enum Path {
    case row(Row)
    case empty(Empty)
  }

  @Reducer
  struct App {
    @ObservableState
    struct State: Equatable {
      var count = 0
      var rows: IdentifiedArrayOf<Row.State> = []
      var path = StackState<Path.State>()
      @Presents var sheet: Row.State?
    }
    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case path(StackActionOf<Path>)
      case rows(IdentifiedActionOf<Row>)
      case show(Row.State)
      case sheet(PresentationAction<Row.Action>)
      case start, stop
    }
    var body: some Reducer<State, Action> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .show(let row): state.sheet = row
        case .start: state.rows.append(Row.State(id: UUID(state.rows.count)))
        default: break
        }
        return .none
      }
      .forEach(\.rows, action: \.rows) { Row() }
      .forEach(\.path, action: \.path)
      .ifLet(\.$sheet, action: \.sheet) { Row() }
    }
  }
}
