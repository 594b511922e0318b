import Core
import Foundation
import TestSupport

@testable import TodoShellValues

/// Actions by chance.
struct RandomActions {
  typealias Fixtures = ActionFixtures
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func int() -> Int {
    let small = Int.random(in: -9...9, using: &generator)
    return generator.one(of: small, small, .max, .min, Int.random(in: .min ... .max, using: &generator))
  }
  mutating func bool() -> Bool { generator.below(2) == 0 }
  mutating func text() -> String {
    generator.garbage(from: [
      "a", "\"", "\\", "\n", "'", "é", "👍🏽", "\u{0}", "\u{1B}[0m", "#", "(", ")", " ", "\u{FEFF}",
    ])
  }
  mutating func double() -> Double {
    let bits = Double(bitPattern: generator.next())
    return generator.one(
      of: 0,
      -0.0,
      1.5,
      1e300,
      Double.leastNonzeroMagnitude,
      .infinity,
      -.infinity,
      bits.isNaN ? 1 : bits
    )
  }
  mutating func id() -> UUID {
    let low = generator.next()
    let bytes = withUnsafeBytes(of: (generator.next(), low)) { Array($0) }
    let random = NSUUID(uuidBytes: bytes) as UUID
    return generator.one(of: UUID(0), UUID(generator.below(100)), random)
  }
  mutating func point() -> Fixtures.Point {
    Fixtures.Point(x: int(), label: bool() ? text() : nil, factor: double())
  }
  mutating func list<T>(_ make: (inout RandomActions) -> T) -> [T] {
    (0..<generator.below(4)).map { _ in make(&self) }
  }
  mutating func tree(depth: Int = 4) -> Fixtures.Tree<Int> {
    switch depth == 0 ? 0 : generator.below(4) {
    case 0: return .empty
    case 1: return .leaf(int())
    default: return .node(left: tree(depth: depth - 1), right: tree(depth: depth - 1))
    }
  }
  mutating func filter() -> Fixtures.Filter { generator.one(of: .all, .active, .default) }

  mutating func values() -> Fixtures.Values {
    switch generator.below(32) {
    case 0: return .bool(bool())
    case 1: return .int(int())
    case 2: return .byte(UInt8(generator.below(256)))
    case 3: return .double(double())
    case 4:
      return .float(generator.one(of: 0.1, -3, .infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude))
    case 5: return .text(text())
    case 6: return .character(text().first ?? "x")
    case 7: return .optional(bool() ? int() : nil)
    case 8: return .twice(generator.one(of: nil, .some(nil), .some(.some(3))))
    case 9: return .filters(list { $0.filter() })
    case 10: return .filter(bool() ? filter() : nil)
    case 11: return .id(id())
    case 12:
      return .date(Date(timeIntervalSinceReferenceDate: generator.one(of: 0, 0.5, -1e9, 1e15, 1234.56789)))
    case 13: return .url(generator.one(of: URL(string: "https://a.b/c?d=%20#e")!, URL(string: "x")!))
    case 14: return .data(Data(list { UInt8($0.generator.below(256)) }))
    case 15: return .decimal(generator.one(of: Decimal(string: "1.10000000000000000001")!, -3, 0))
    case 16: return .duration(generator.one(of: .zero, .milliseconds(1500), .seconds(-3), .nanoseconds(1)))
    case 17: return .indices(IndexSet(list { $0.generator.below(50) }))
    case 18: return .map(Dictionary(list { ($0.text(), $0.int()) }, uniquingKeysWith: { $1 }))
    case 19:
      return .byFilter(Dictionary(list { ($0.filter(), $0.list { $0.int() }) }, uniquingKeysWith: { $1 }))
    case 20: return .set(Set(list { $0.int() }))
    case 21: return .range(generator.one(of: 0..<0, -3..<(-1), -5..<12))
    case 22: return .closed(generator.one(of: 0...1.5, -3...(-0.5), 1...(.infinity)))
    case 23: return .point(point())
    case 24: return .points(list { $0.point() })
    case 25: return .renamed(Fixtures.Renamed(value: int(), note: bool() ? text() : nil))
    case 26: return .options(Fixtures.Options(rawValue: int()))
    case 27: return .name(Fixtures.Name(rawValue: text()))
    case 28: return .result(generator.one(of: .success(int()), .failure(.offline), .failure(.code(int()))))
    case 29: return .tree(tree())
    case 30: return .void(.success(bool() ? int() : nil))
    default: return .labelled(id: id(), name: text(), point: bool() ? point() : nil)
    }
  }

  mutating func plain(depth: Int = 4) -> Fixtures.Plain {
    switch generator.below(8) {
    case 0: return .up
    case 1: return .down
    case 2: return .add(int())
    case 3: return .move(from: int(), to: int())
    case 4: return .rename(id: int())
    case 5: return .pair((int(), int()))
    case 6: return .done(())
    default: return depth == 0 ? .up : .twice(plain(depth: depth - 1))
    }
  }

  mutating func rowState() -> Fixtures.Row.State {
    Fixtures.Row.State(
      id: id(),
      title: text(),
      isDone: bool(),
      settings: Fixtures.Settings(isOn: bool(), level: int()),
      tags: list { $0.text() },
      limit: bool() ? int() : nil
    )
  }

  mutating func row() -> Fixtures.Row.Action {
    switch generator.below(10) {
    case 0: return .binding(.set(\.title, text()))
    case 1: return .binding(.set(\.isDone, bool()))
    case 2: return .binding(.set(\.settings.level, int()))
    case 3: return .binding(.toggle(\.settings.isOn))
    case 4: return .binding(.set(\.tags, list { $0.text() }))
    case 5: return .binding(.set(\.limit, bool() ? int() : nil))
    case 6: return .binding(.set(\.settings, Fixtures.Settings(isOn: bool(), level: int())))
    case 7: return .delegate(.saved(title: text()))
    case 8: return .delegate(.cancelled)
    default: return .tapped
    }
  }

  mutating func app() -> Fixtures.App.Action {
    let stackID = StackElementID(generation: generator.below(9))
    switch generator.below(12) {
    case 0: return .start
    case 1: return .binding(.set(\.count, int()))
    case 2: return .path(.element(id: stackID, action: .row(row())))
    case 3: return .path(.popFrom(id: stackID))
    case 4: return .path(.push(id: stackID, state: .row(rowState())))
    case 5: return .path(.push(id: stackID, state: .empty(Fixtures.Empty.State())))
    case 6: return .show(rowState())
    case 7: return .sheet(.dismiss)
    case 8: return .sheet(.presented(row()))
    case 9: return .binding(.set(\.rows, IdentifiedArray(list { $0.rowState() }, uniquingIDsWith: { $1 })))
    case 10: return .binding(.set(\.sheet, bool() ? rowState() : nil))
    default: return .rows(.element(id: id(), action: row()))
    }
  }
}
