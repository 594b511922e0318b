import Core
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// Actions with values of the state: `.tap(items[0])`.
struct StateValueTests {
  @Reducer
  struct Shop {
    struct Item: Equatable, Identifiable {
      let id: UUID
      var name = ""
      var price: Double?
    }

    @ObservableState
    struct State: Equatable {
      var items: IdentifiedArrayOf<Item> = []
      var chosen: Item?
      var filter = Filter.all
      var note = "x"
      var total = 0
      @Presents var cart: Cart.State?
    }

    enum Filter: Equatable { case all, named(String) }

    enum Action: Equatable, BindableAction {
      case tap(Item)
      case choose(Item?)
      case add([Item])
      case delete(Set<UUID>)
      case count(Int, note: String)
      case filtered(Filter)
      case binding(BindingAction<State>)
      case open(Cart.State)
      case cart(PresentationAction<Cart.Action>)
    }

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .tap(let item), .choose(.some(let item)): state.chosen = item
        case .choose(nil): state.chosen = nil
        case .add(let items): state.items.append(contentsOf: items)
        case .delete(let ids): state.items.removeAll { ids.contains($0.id) }
        case .count(let count, let note): (state.total, state.note) = (count, note)
        case .filtered(let filter): state.filter = filter
        case .open(let cart): state.cart = cart
        case .binding, .cart: break
        }
        return .none
      }
      .ifLet(\.$cart, action: \.cart) { Cart() }
    }
  }

  @Reducer
  struct Cart {
    @ObservableState
    struct State: Equatable {
      var items: [Shop.Item] = []
      var size = 1
      var note: String?
      let kind: Kind
      let limit = 9
    }

    enum Kind: Equatable { case small, large }

    enum Action: Equatable { case set(Int) }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .set(let size) = action { state.size = size }
        return .none
      }
    }
  }

  private static let items: IdentifiedArrayOf<Shop.Item> = [
    Shop.Item(id: UUID(0), name: "Milk", price: 1.5), Shop.Item(id: UUID(1), name: "Eggs"),
  ]

  private var shell: RecordedShell<Shop.State, Shop.Action> {
    let cart = Cart.State(items: [Self.items[1]], size: 5, kind: .small)
    let application = ShellApplication(name: "shop", initialState: Shop.State(items: Self.items, cart: cart))
    {
      Shop()
    }
    return RecordedShell(application)
  }

  private static let milk = #"StateValueTests.Shop.Item(id: UUID(0), name: "Milk", price: 1.5)"#
  private static func item(_ id: Int, _ name: String, _ price: String) -> String {
    #"StateValueTests.Shop.Item(id: UUID(\#(id)), name: "\#(name)", price: \#(price))"#
  }
  private static let eggs = #"StateValueTests.Shop.Item(id: UUID(1), name: "Eggs", price: nil)"#

  @Test(arguments: [
    (".tap(items[0])", ".tap(\(milk))"), (".tap(items[id: UUID(1)]!)", ".tap(\(eggs))"),
    (".tap(items.first { $0.price == nil }!)", ".tap(\(eggs))"),
    (".choose(items.last)", ".choose(\(eggs))"), (".choose(chosen)", ".choose(nil)"),
    (
      ".add([items[0], Shop.Item(id: UUID(7), name: items[1].name, price: 2)])",
      ".add([\(milk), Shop.Item(id: UUID(7), name: \"Eggs\", price: 2)])"
    ),
    (".delete([items[1].id, UUID(9)])", ".delete([UUID(1), UUID(9)])"),
    (".delete(items.map(\\.id))", ".delete([UUID(0), UUID(1)])"),
    (".count(items.count + 1, note: note.uppercased())", #".count(3, note: "X")"#),
    (".count(-total, note: \"\\(items.count) items\")", #".count(0, note: "2 items")"#),
    (".filtered(.named(items[0].name))", #".filtered(.named("Milk"))"#),
    (".filtered(filter)", ".filtered(.all)"),
    (".binding(.set(\\.note, items[1].name))", #".binding(.set(\.note, "Eggs"))"#),
    (".cart(.presented(.set(cart!.size + 1)))", ".cart(.presented(.set(6)))"),
    // A part of a property is changed with it.
    (
      ".set(\\.items[0].name, \"Blob\")",
      #".binding(.set(\.items, [\#(item(0, "Blob", "1.5")), \#(eggs)]))"#
    ),
    (
      ".binding(.set(\\.items[id: UUID(1)].price, items[0].price))",
      #".binding(.set(\.items, [\#(milk), \#(item(1, "Eggs", "1.5"))]))"#
    ),
    (
      ".set(\\.cart!.note, items[1].name)",
      #".binding(.set(\.cart, StateValueTests.Cart.State(items: [\#(eggs)], size: 5, note: "Eggs", "#
        + "kind: .small, limit: 9)))"
    ),
    (".count(max(1, items.count), note: String(3))", #".count(2, note: "3")"#),
    (
      ".count(Int.max, note: Shop.Item(id: UUID(4), name: \"Tea\").name)",
      #".count(\#(Int.max), note: "Tea")"#
    ),
    (".filtered(items.isEmpty ? .all : .named(\"x\"))", #".filtered(.named("x"))"#),
    (".delete(Set(items.map(\\.id)))", ".delete([UUID(0), UUID(1)])"),
    // Literals stay what they are.
    (".filtered(.all)", ".filtered(.all)"), (".count(1, note: \"note\")", ".count(1, note: \"note\")"),
  ])
  func aValueOfTheStateIsRecordedAsALiteral(line: String, recorded: String) throws {
    let shell = shell
    shell.run(line)
    #expect(shell.err.text.isEmpty, "\(shell.err.text)")
    #expect(shell.record == [recorded])
    #expect(shell.shell.session.turns.last?.label == recorded)
    let again = self.shell
    again.run(recorded)
    #expect(again.everything == shell.everything)
  }

  @Test func valuesAreThoseOfTheMomentAtWhichTheLineRuns() {
    let shell = shell
    shell.run(
      "repeat 3 .count(total + 2, note: note)",
      "macro more n\n.count(total + $n, note: note)\nend\nmore 1",
      "let i = items[0]\n.tap($i)\nprint $i.name\nprint $i == items[0]\n.count(total, note: $i.name)\nexpect note == \"Milk\"\n"
        + ".count(total, note: \"\")",
      "repeat 2\n.count(total + 1, note: \"\\(total)\")\nend"
    )
    #expect(shell.err.text.isEmpty, "\(shell.err.text)")
    #expect(shell.out.text == "\"Milk\"\ntrue\n")
    let state = shell.shell.session.state
    #expect(state.total == 9 && state.note == "8" && state.chosen == Self.items[0])
    #expect(shell.record.contains("let") == false, "\(shell.record)")
  }

  @Test func inAFocusTheyAreThoseOfTheChild() {
    let shell = shell
    shell.run("cd cart\n.set(size * 2)\n.set(items.count + size)\n.tap(items[0])")
    #expect(shell.err.text.isEmpty, "\(shell.err.text)")
    #expect(
      shell.record == [
        ".cart(.presented(.set(10)))", ".cart(.presented(.set(11)))", ".tap(\(Self.eggs))",
      ]
    )
  }

  @Test(arguments: [
    (".tap(itms[0])", "cannot find 'itms'", "      ~"),
    (".tap(items[0].name)", "expected", " in `items[0].name`"),
    (".count(items, note: note)", "expected Int, found", "items"),
    (".tap(items[0], 1)", "expected (StateValueTests.Shop.Item)", ""),
    (".filtered(activ)", "expected", "write a leading dot"),
    (".count(total, not: note)", "expected (Int, note: String)", ""),
    (".binding(.set(\\.note, total))", "expected String, found Int in `total`", ""),
    (".tap(items[0].nam)", "no member 'nam'", ""), (".tap(_)", "'_'", ""),
    (".set(\\.items[0].nam, \"x\")", "no member 'nam'", "~"),
    (".set(\\.items[0].name, total)", "expected String, found Int in `total`", "~"),
    (".set(\\.cart.note, \"x\")", "has no property 'note'", "~"),
  ])
  func aWrongValueIsFoundBeforeTheScriptRuns(line: String, message: String, part: String) {
    let shell = shell
    shell.run(".count(5, note: note)\n\(line)")
    #expect(
      shell.err.text.contains(message)
        && shell.err.text.contains(part.isEmpty ? message : String(part.drop { $0 == " " })),
      "\(shell.err.text)"
    )
    #expect(shell.record.isEmpty)
  }

  @Test(arguments: [
    (".tap(chosen!)", "`chosen` is nil"), (".tap(items[9])", "index 9 is out of range"),
    (".tap(chosen)", "`chosen` is nil; expected"),
    (".set(\\.items[9].name, \"x\")", "index 9 is out of range"),
    (".set(\\.items[id: UUID(9)].name, \"x\")", "`items[id: UUID(9)]` is nil"),
    (".set(\\.chosen!.name, \"x\")", "chosen"),
  ])
  func aMissingValueIsAnErrorAtTheTypedText(line: String, message: String) {
    let shell = shell
    shell.run(line)
    #expect(
      shell.err.text.contains(message) && shell.err.text.contains("\n\(line)\n     "),
      "\(shell.err.text)"
    )
    #expect(shell.record.isEmpty && !shell.err.text.contains("check the"))
  }

  @Test(arguments: [
    (".open(Cart.State(kind: .large))", Cart.State(kind: .large)),
    (".open(State(size: total + 3, kind: cart!.kind))", Cart.State(size: 3, kind: .small)),
    (".open(.init(items: [], kind: .small))", Cart.State(kind: .small)),
  ])
  func omittedArgumentsHaveTheirInitialValues(line: String, cart: Cart.State) {
    let shell = shell
    shell.run(line)
    #expect(
      shell.shell.session.state == Shop.State(items: Self.items, cart: cart),
      "\(shell.err.text)"
    )
    shell.run("begin Shop.State()", "print items.count + total", ".open(Cart.State())")
    #expect(shell.out.text.hasSuffix("0\n"), "\(shell.err.text)")
    #expect(shell.err.text.contains("missing argument 'kind: "), "\(shell.err.text)")
  }

  @Test(arguments: [
    (".tap(ite", "items"), (".tap(items[0].", "name"), (".count(tot", "total"), (".add([ite", "items"),
    (".binding(.set(\\.note, not", "note"), (".filtered(.na", ".named("), (".filtered(fil", "filter"),
  ])
  func completionOffersMembersOfTheState(line: String, expected: String) {
    let found = shell.shell.complete(line, at: line.count).map(\.text)
    #expect(found.contains { $0.hasSuffix(expected) }, "\(found)")
  }
}
