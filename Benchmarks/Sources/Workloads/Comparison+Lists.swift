import Core
import Foundation

extension Comparison {
  static let lists: [Comparison] = [
    Comparison(
      "retained-toggle",
      [
        .retained("array-10000", operations: 50) {
          Lists.array(10_000)
        } edit: { list, position, _ in
          list[position].isComplete.toggle()
        },
        retainedToggle(1_000), retainedToggle(10_000), retainedToggle(100_000),
        sessionToggle(1_000), sessionToggle(10_000), sessionToggle(100_000),
        // A copy of about as many bytes as a moment keeps.
        .retained("copy", operations: 1_000) {
          [UInt8](repeating: 1, count: 2_560)
        } edit: { bytes, position, _ in
          bytes[position % bytes.count] &+= 1
        },
      ]
    ),
    Comparison("retained-toggle-memory", rounds: 3, [toggleMemory(100_000), sessionMemory(100_000)]),
    Comparison(
      "retained-edits",
      [
        .retained("insert-array", operations: 50) {
          Lists.array(10_000)
        } edit: { list, _, step in
          list.insert(Todo.State(id: UUID(20_000 + step)), at: 0)
        },
        .retained("insert-list", operations: 2_000) {
          Lists.identified(10_000)
        } edit: { list, _, step in
          list.insert(Todo.State(id: UUID(20_000 + step)), at: 0)
        },
        .retained("remove-array", operations: 50) {
          Lists.array(10_000)
        } edit: { list, position, _ in
          list.remove(at: position / 2)
        },
        .retained("remove-list", operations: 2_000) {
          Lists.identified(10_000)
        } edit: { list, position, _ in
          list.remove(at: position / 2)
        },
        .retained("move-array", operations: 50) {
          Lists.array(10_000)
        } edit: { list, position, _ in
          list.insert(list.remove(at: position), at: 9_999 - position)
        },
        .retained("move-list", operations: 2_000) {
          Lists.identified(10_000)
        } edit: { list, position, _ in
          list.move(fromOffsets: [position], toOffset: 9_999 - position)
        },
      ]
    ),
    Comparison(
      "in-place-toggle",
      [100, 1_000, 10_000, 100_000].flatMap { [toggleInDictionary($0), toggleInPlace($0)] }
    ),
    Comparison(
      "iteration",
      [
        .iteration("array-flags", Lists.array(10_000), reading: Flags.self),
        .iteration("list-flags", Lists.identified(10_000), reading: Flags.self),
        .iteration("array-texts", Lists.array(10_000), reading: Texts.self),
        .iteration("list-texts", Lists.identified(10_000), reading: Texts.self),
        .iteration("array-plain-flags", Lists.plainArray(10_000), reading: PlainFlags.self),
        .iteration("list-plain-flags", Lists.plainIdentified(10_000), reading: PlainFlags.self),
        .iteration("array-plain-texts", Lists.plainArray(10_000), reading: PlainTexts.self),
        .iteration("list-plain-texts", Lists.plainIdentified(10_000), reading: PlainTexts.self),
      ]
    ),
  ]

  private static func retainedToggle(_ count: Int) -> Contestant {
    let ids = Lists.ids(1_000, below: count)
    return .retained("list-\(count)", operations: 1_000) {
      Lists.identified(count)
    } edit: { list, _, step in
      list[id: ids[step]]?.isComplete.toggle()
    }
  }

  private static func sessionToggle(_ count: Int) -> Contestant {
    .time("session-\(count)", operations: 1_000) {
      let session = Checklist.session(count)
      let actions = Checklist.toggles(1_000, below: count)
      return { for action in actions { try session.send(action) } }
    }
  }

  private static func toggleMemory(_ count: Int) -> Contestant {
    .memory("list", operations: 10_000) {
      var list = Lists.identified(count)
      var history: [IdentifiedArrayOf<Todo.State>] = []
      let ids = Lists.ids(10_000, below: count)
      return {
        for id in ids {
          history.append(list)
          list[id: id]?.isComplete.toggle()
        }
      }
    }
  }

  private static func sessionMemory(_ count: Int) -> Contestant {
    .memory("session", operations: 10_000) {
      let session = Checklist.session(count)
      let actions = Checklist.toggles(10_000, below: count)
      return { for action in actions { try session.send(action) } }
    }
  }

  private static func toggleInPlace(_ count: Int) -> Contestant {
    .time("list-\(count)", operations: 10_000) {
      var list = Lists.identified(count)
      let ids = Lists.ids(10_000, below: count)
      return { for id in ids { list[id: id]?.isComplete.toggle() } }
    }
  }

  private static func toggleInDictionary(_ count: Int) -> Contestant {
    .time("dictionary-\(count)", operations: 10_000) {
      var dictionary = Lists.dictionary(count)
      let ids = Lists.ids(10_000, below: count)
      return { for id in ids { dictionary[id]?.isComplete.toggle() } }
    }
  }
}

extension Contestant {
  /// Edits of a list of which all versions are kept.
  @inline(__always)
  fileprivate static func retained<List>(
    _ name: String,
    operations: Int,
    list make: @escaping @Sendable () -> List,
    edit: @escaping @Sendable (inout List, _ position: Int, _ step: Int) -> Void
  ) -> Contestant {
    .time(name, operations: operations) {
      var list = make()
      var history: [List] = []
      history.reserveCapacity(operations)
      let positions = Lists.positions(operations, below: 10_000)
      return {
        for (step, position) in positions.enumerated() {
          history.append(list)
          edit(&list, position, step)
        }
      }
    }
  }

  /// Walks over all elements of a list, counted by the element.
  fileprivate static func iteration<List: Collection & Sendable, Read: Reading<List.Element>>(
    _ name: String,
    _ list: List,
    reading _: Read.Type
  ) -> Contestant {
    let walks = max(20, 10_000 / list.count)
    return .time(name, operations: walks * list.count) {
      // Many that happen to be one, lest the optimiser walk once and multiply.
      let lists = Array(repeating: list, count: walks)
      return {
        var sum = 0
        for list in lists {
          for element in list { sum &+= Read.read(element) }
        }
        use(sum)
      }
    }
  }
}

/// What is read of each element: a type rather than a closure, which would be called for each of them.
private protocol Reading<Element> {
  associatedtype Element
  static func read(_ element: Element) -> Int
}

private enum Flags: Reading {
  static func read(_ todo: Todo.State) -> Int { todo.isComplete ? 1 : 0 }
}

private enum Texts: Reading {
  static func read(_ todo: Todo.State) -> Int { todo.description.utf8.count }
}

private enum PlainFlags: Reading {
  static func read(_ todo: PlainTodo) -> Int { todo.isComplete ? 1 : 0 }
}

private enum PlainTexts: Reading {
  static func read(_ todo: PlainTodo) -> Int { todo.description.utf8.count }
}
