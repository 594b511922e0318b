import Core
import Foundation

/// Types of actions with everything in them that an action may have.
enum Actions {
  /// Without macros and conformances.
  enum Plain {
    case up, `default`
    case add(Int)
    case move(from: Int, to: Int)
    indirect case twice(Plain)
    case pair((Int, text: String))
    case done(Void)
    case nothing(Never)
    case generic(Generic<Plain>)
  }

  indirect enum Generic<Value> {
    case one(Value)
    case both(left: Generic, right: Generic)
    case none
  }

  struct Point: Hashable, Sendable {
    var x: Int
    let label: String?
    var factor = 1.5
  }

  /// Its keys are not its properties.
  struct Renamed: Codable, Equatable {
    var value: Int
    var note: String?
    private enum CodingKeys: String, CodingKey { case value = "number", note }
  }

  struct Flags: OptionSet, Sendable { let rawValue: Int }
  struct Name: RawRepresentable, Hashable, Codable { var rawValue: String }
  enum Filter: String, CaseIterable, Hashable { case all = "All", active, `default` }
  enum Failure: Error, Hashable { case offline, code(Int) }

  enum Values: Equatable {
    case bool(Bool), int(Int), byte(UInt8), wide(Int128), unsigned(UInt64), double(Double), float(Float)
    case text(String), part(Substring), character(Character)
    case optional(Int?), twice(Int??), filters([Filter]), filter(Filter?), failure(Failure)
    case duration(Duration), map([String: Int]), byFilter([Filter: [Int]]), set(Set<Int>), doubles(
      Set<Double>
    )
    case range(Range<Int>), closed(ClosedRange<Double>), lists([[Int]])
    case point(Point), points([Point]), renamed(Renamed), flags(Flags), name(Name)
    case result(Result<Int, Failure>), void(Result<Int?, Never>)
    case labelled(id: UUID, name: String, point: Point?)
  }

  enum FoundationValues: Equatable {
    case id(UUID), date(Date), url(URL), data(Data), decimal(Decimal), indices(IndexSet), interval(
      DateInterval
    )
    case locale(Locale), zone(TimeZone), dates([Date: Date]), range(Range<Date>)
    case urlComponents(URLComponents)
  }

  /// What the shell knows no form of.
  enum OtherValues {
    case path(IndexPath), components(DateComponents), calendar(Calendar)
    case nameComponents(PersonNameComponents), characters(CharacterSet), measurement(Measurement<UnitLength>)
    case attributed(AttributedString), notification(Notification.Name), query(URLQueryItem)
  }

  final class Owner: Decodable {}
  final class Reference: Sendable {}
  struct Unretained { weak var owner: Owner? }

  struct Handled {
    var handler: () -> Void
    var level: Int
  }

  struct Optionals {
    var handler: (() -> Void)?
    var type: Any.Type?
    var value: Any?
    var error: (any Error)?
    var reference: Reference?
    var level: Int
  }

  /// Some of which no text can be.
  enum Odd {
    case closure(() -> Void), maybe((() -> Void)?), type(Int.Type), anyType(Any.Type), anything(Any)
    case pair(Int, () -> Void), reference(Reference), scalar(Unicode.Scalar), error(Result<Int, any Error>)
    case unretained(Unretained), handled(Handled), optionals(Optionals), pointer(UnsafeRawPointer?)
    case path(AnyKeyPath), lazy(LazySequence<[Int]>), stride(StrideTo<Int>), fixed(StaticString)
    case slice(ArraySlice<Int>), text([Character]), reversed(ReversedCollection<[Int]>), zip([(Int, String)])
    case fine
  }
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
    var due: Date?
  }

  struct Settings: Equatable, Sendable {
    var isOn = false
    var level = 1
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
    @Presents var alert: AlertState<Row.Action.Delegate>?
  }

  enum Action: BindableAction, Equatable {
    case binding(BindingAction<State>)
    case path(StackActionOf<Path>)
    case rows(IdentifiedActionOf<Row>)
    case show(Row.State)
    case sheet(PresentationAction<Row.Action>)
    case alert(PresentationAction<Row.Action.Delegate>)
    case delete(IndexSet)
    case move(IndexSet, Int)
    case start, stop
  }

  var body: some Reducer<State, Action> {
    BindingReducer()
      .forEach(\.rows, action: \.rows) { Row() }
      .forEach(\.path, action: \.path)
      .ifLet(\.$sheet, action: \.sheet) { Row() }
  }
}
