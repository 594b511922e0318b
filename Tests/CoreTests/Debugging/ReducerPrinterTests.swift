import Core
import Synchronization
import Testing

@testable import TestSupport

/// What `_printChanges()` prints.
struct ReducerPrinterTests {
  @Test func aChangeIsPrintedAsActionAndDifference() {
    let printed = Printed()
    let printer = Todos.Printer.customDump.to(printed.stream)
    printer.printChange(
      receivedAction: .todos(.element(id: 1, action: .binding(Todos.Binding()))),
      oldState: Todos.State(rows: [Row(id: 1, title: "a"), Row(id: 2, title: "b"), Row(id: 3, title: "c")]),
      newState: Todos.State(rows: [Row(id: 1, title: "x"), Row(id: 2, title: "b"), Row(id: 3, title: "c")])
    )
    #expect(
      printed.text == """
        received action:
          Todos.Action.todos(
            .element(
              id: 1,
              action: .binding(
                Todos.Binding(value: 1)
              )
            )
          )
          Todos.State(
            filter: .off,
            rows: [
              [0]: Row(
                id: 1,
        -       title: "a"
        +       title: "x"
              ),
              … (2 unchanged)
            ]
          )


        """
    )
  }

  @Test func aChangeOfASharedValueIsPrinted() async {
    let printed = Printed()
    let store = TestStore(initialState: SharedCounter.State(count: Shared(0))) {
      SharedCounter()._printChanges(.customDump.to(printed.stream))
    }
    await store.send(.incrementButtonTapped) { $0.$count.withLock { $0 = 1 } }
    #expect(
      printed.text == """
        received action:
          SharedCounter.Action.incrementButtonTapped
          SharedCounter.State(
        -   count: 0,
        +   count: 1,
            other: 0
          )


        """
    )
  }

  @Test func noChangeIsSaidSo() {
    let printed = Printed()
    let printer = Todos.Printer.customDump.to(printed.stream)
    printer.printChange(receivedAction: .clear, oldState: Todos.State(), newState: Todos.State())
    #expect(printed.text == "received action:\n  Todos.Action.clear\n  (No state changes)\n\n")
  }

  @Test(
    arguments: [
      (Todos.Action.clear, "Todos.Action.clear"),
      (
        .todos(.element(id: 1, action: .binding(Todos.Binding()))),
        "Todos.Action.todos(.element(id:, action: .binding))"
      ),
      (.todos(.element(id: 1, action: .title("a"))), "Todos.Action.todos(.element(id:, action: .title))"),
      (.pair(1, name: "a"), "Todos.Action.pair(_:, name:)"),
      (.named(query: "a"), "Todos.Action.named(query:)"),
      (.maybe(.on), "Todos.Action.maybe(.on)"),
      (.maybe(nil), "Todos.Action.maybe"),
    ]
  )
  func labelsNameTheActionWithoutItsValues(_ action: Todos.Action, _ label: String) {
    let printed = Printed()
    let printer = Todos.Printer.actionLabels.to(printed.stream)
    printer.printChange(receivedAction: action, oldState: Todos.State(), newState: Todos.State())
    #expect(printed.text == "received action: \(label)\n")
  }

  @Test func onlyChosenActionsArePrinted() {
    let printed = Printed()
    let printer = Todos.Printer.actionLabels.to(printed.stream).filter {
      if case .clear = $0 { false } else { true }
    }
    printer.printChange(receivedAction: .clear, oldState: Todos.State(), newState: Todos.State())
    printer.printChange(receivedAction: .named(query: "a"), oldState: Todos.State(), newState: Todos.State())
    #expect(printed.text == "received action: Todos.Action.named(query:)\n")
  }

  @Test func onlyChangesOfTheChosenPartArePrinted() {
    let printed = Printed()
    let printer = Todos.Printer.customDump(changesIn: \.rows).to(printed.stream)
    let row = Row(id: 1, title: "a")
    printer.printChange(receivedAction: .clear, oldState: Todos.State(), newState: Todos.State(filter: .on))
    printer.printChange(receivedAction: .clear, oldState: Todos.State(rows: [row]), newState: Todos.State())
    #expect(
      printed.text == """
        received action:
          Todos.Action.clear
          [
        -   [0]: Row(
        -     id: 1,
        -     title: "a"
        -   )
          ]


        """
    )
  }

  @Test func aPrinterCanDoAsItLikes() {
    let printed = Printed()
    let printer = Todos.Printer { action, _, new in printed.stream.write("\(action) \(new.rows.count)") }
    printer.printChange(receivedAction: .clear, oldState: Todos.State(), newState: Todos.State())
    #expect(printed.text == "clear 0")
  }

  /// Its function once came back from the lock wrapped once more each time, until the stack overflowed.
  @Test func aStreamIsWrittenToAnyNumberOfTimes() {
    let count = Mutex(0)
    let stream = ReducerPrinterStream { _ in count.withLock { $0 += 1 } }
    for _ in 0..<200_000 { stream.write("") }
    #expect(count.withLock { $0 } == 200_000)
  }
}

/// A stream that keeps what it is given.
private final class Printed: Sendable {
  private let kept = Mutex("")

  var text: String { kept.withLock { $0 } }

  var stream: ReducerPrinterStream {
    ReducerPrinterStream { text in self.kept.withLock { $0 += text } }
  }
}

enum Todos {
  typealias Printer = _ReducerPrinter<State, Action>

  struct State {
    var filter = Flag.off
    var rows: [Row] = []
  }

  enum Action: Sendable {
    case clear
    case todos(List)
    case pair(Int, name: String)
    case named(query: String)
    case maybe(Flag?)
  }

  enum List: Sendable {
    case element(id: Int, action: Todo)
  }

  enum Todo: Sendable {
    case binding(Binding)
    case title(String)
  }

  struct Binding: Sendable {
    var value = 1
  }
}
