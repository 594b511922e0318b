import Core
import Foundation

/// A state with values of the types that Swift developers use first.
struct Planner {
  struct Todo: Equatable, Identifiable {
    let id: Int
    var title: String
    var count = 1
    var isComplete = false
    var note: String?
    var tags: [String] = []
  }

  enum Filter: String, CaseIterable {
    case all, active, completed
  }

  enum Destination: Equatable {
    case alert(String)
    case edit(id: Int, title: String)
  }

  struct Address: Equatable {
    var city: String?
    var lines: [String] = []
  }

  struct Profile: Equatable {
    var name = "Blob"
    var address: Address? = Address(city: "Bern", lines: ["Main St 1"])
  }

  var todos: IdentifiedArrayOf<Todo> = [
    Todo(id: 0, title: "Milk", count: 2, isComplete: true, tags: ["shop"]),
    Todo(id: 1, title: "Call mum", note: "7"),
    Todo(id: 2, title: "eggs", count: 12, note: "fresh", tags: ["shop", "food"]),
  ]
  var favorite: Todo? = Todo(id: 1, title: "Call mum", note: "7")
  var deleted: Todo?
  var filter = Filter.active
  var destination: Destination? = .edit(id: 1, title: "Call mum")
  var profile: Profile? = Profile()
  var guest: Profile?
  var numbers = [3, 1, 2, 3]
  var negatives = [-5, 0, 4]
  var ratios = [0.5, 1.25, 2]
  var words = ["pear", "fig", "apple"]
  var nested = [[1, 2], [], [3]]
  var maybes: [Int?] = [1, nil, 3]
  var empty: [Int] = []
  var scores = ["Blob": 3, "Jo": 5, "Al": 5]
  var names = [1: "one", 2: "two"]
  var tags: Set<String> = ["c", "a", "b"]
  var name = "Blob Esq."
  var padded = "  hello \n"
  var csv = "a,b,,c"
  var digits = "42"
  var accented = "Ça va 👍🏽"
  var letter: Character = "é"
  var note: String? = "Milk"
  var missing: String?
  var twofold: Int?? = .some(nil)
  var total = 7
  var small: Int8 = -3
  var ratio = 2.5
  var loss = -0.75
  var float: Float = 0.1
  var price = Decimal(string: "9.99") ?? 0
  var isOn = true
  var pair = (1, "two")
  var size = (width: 3, height: 4)
  var range = 2..<5
  var closed = 1...3
  var elapsed = Duration.milliseconds(1_500)
  var date = Date(timeIntervalSinceReferenceDate: 86_400)
  var due: Date? = Date(timeIntervalSinceReferenceDate: 90_000)
  var url = URL(string: "https://example.com:8080/docs/read.html?q=1#top")
  var token = UUID(5)
  var anything: Any = 42
}
