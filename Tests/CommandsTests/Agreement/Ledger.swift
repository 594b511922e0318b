import Core

/// A feature whose state has values of most types that expressions can ask about.
struct Ledger: Reducer {
  struct State: Equatable, Sendable {
    var entries: IdentifiedArrayOf<Entry> = []
    var favorite: Entry?
    var numbers: [Int] = []
    var name = "Blob"
    var note: String?
    var limit = 2
    var small: Int8 = -1
    var ratio = 0.5
    var float: Float = 0.1
    var price = Decimal(string: "9.99") ?? 0
    var isOpen = false
    var filter = Filter.all
    var scores = ["a": 1, "b": 2]
    var byNumber = [2: "two", 10: "ten"]
    var tags: Set<String> = ["x"]
    var elapsed = Duration.seconds(1)
    var due: Date?
  }

  struct Entry: Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
    var note: String?
    var isDone = false
    var count = 0
    var parts: [Int] = []
    var time = Duration.zero
  }

  enum Filter: CaseIterable, Equatable, Sendable { case all, active, completed }

  enum Action: Sendable { case go(to: Int) }

  var states: [State]

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    if case .go(let index) = action { state = states[index] }
    return .none
  }
}

extension Ledger.State {
  /// Changes something small, as an action does.
  mutating func change(using generator: inout some RandomNumberGenerator) {
    func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
    switch below(16) {
    case 0, 1: entries.insert(.random(id: below(40), using: &generator), at: 0)
    case 2: if let entry = entries.randomElement(using: &generator) { entries.remove(id: entry.id) }
    case 3: entries.sort { $0.isDone && !$1.isDone }
    case 4: entries.reverse()
    case 5, 6:
      guard let entry = entries.randomElement(using: &generator) else { return }
      entries[id: entry.id]?.isDone.toggle()
      entries[id: entry.id]?.note = Bool.random(using: &generator) ? nil : "n"
    case 7: favorite = Bool.random(using: &generator) ? entries.first : nil
    case 8: numbers = (0..<below(4)).map { _ in below(5) }
    case 9: note = [nil, "", "Milk"][below(3)]
    case 10: (limit, small) = (below(4), Int8(below(3)))
    case 11: (ratio, float) = ([0.5, 2, .infinity][below(3)], [0.1, 0.3][below(2)])
    case 12: (isOpen, price) = (Bool.random(using: &generator), price + 1)
    case 13: (filter, elapsed) = (Ledger.Filter.allCases[below(3)], .milliseconds(500 * below(5)))
    case 14: (scores["c"], byNumber[9]) = (below(2) == 0 ? nil : 3, below(2) == 0 ? nil : "nine")
    default: (tags, due) = (below(2) == 0 ? [] : ["x", "Milk"], below(2) == 0 ? nil : Date.reference)
    }
  }
}

extension Ledger.Entry {
  static func random(id: Int, using generator: inout some RandomNumberGenerator) -> Self {
    func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
    return Self(
      id: id,
      title: ["", "Milk", "Eggs"][below(3)],
      note: [nil, "", "n"][below(3)],
      isDone: below(2) == 0,
      count: below(4),
      parts: (0..<below(3)).map { _ in below(4) },
      time: .seconds(below(3))
    )
  }
}

extension Date {
  static var reference: Date { Date(timeIntervalSinceReferenceDate: 0) }
}
