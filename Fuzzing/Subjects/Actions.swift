import Core
import Foundation

/// Actions with what is too odd for a feature, in the types of ``ActionFixtures``.
enum Actions {
  typealias Filter = ActionFixtures.Filter
  typealias Failure = ActionFixtures.Failure
  typealias Point = ActionFixtures.Point
  typealias Reference = ActionFixtures.Reference

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

  enum Values: Equatable {
    case bool(Bool), int(Int), byte(UInt8), wide(Int128), unsigned(UInt64), double(Double), float(Float)
    case text(String), part(Substring), character(Character)
    case optional(Int?), twice(Int??), filters([Filter]), filter(Filter?), failure(Failure)
    case duration(Duration), map([String: Int]), byFilter([Filter: [Int]]), set(Set<Int>), doubles(
      Set<Double>
    )
    case range(Range<Int>), closed(ClosedRange<Double>), lists([[Int]])
    case point(Point), points([Point]), renamed(ActionFixtures.Renamed), flags(ActionFixtures.Options), name(
      ActionFixtures.Name
    )
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
    case unretained(ActionFixtures.Unretained), handled(ActionFixtures.Handled), optionals(Optionals),
      pointer(UnsafeRawPointer?)
    case path(AnyKeyPath), lazy(LazySequence<[Int]>), stride(StrideTo<Int>), fixed(StaticString)
    case slice(ArraySlice<Int>), text([Character]), reversed(ReversedCollection<[Int]>), zip([(Int, String)])
    case fine
  }
}

@Reducer
struct App {
  typealias Path = ActionFixtures.Path
  typealias Row = ActionFixtures.Row

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
