import TodoShellSessions
import Foundation
import TestSupport
import Testing

@testable import Core

/// Dumps, diffs and JSON of random values, as the program printed them when the texts were recorded.
struct GoldenDumpTests {
  @CasePathable enum Screen {
    case plain
    case number(Int)
    case row(Row, at: Point)
    case nested(RandomTree?)
  }

  @ObservableState struct Observed {
    var title = ""
    var rows: IdentifiedArrayOf<Row> = []
    @Presents var screen: Screen?
    var points: [Point?] = []
    var pair: (Int, label: String) = (0, "")
    @Shared(.inMemory("golden")) var total = 0
  }

  enum Loose {
    case none
    indirect case deep(Loose, Point?)
    case pair((Int, String))
    case any(Any)
    case text(String), optional(Int??)
  }

  struct Mixed {
    var observed: Observed
    var loose: [Loose]
    weak var owner: Tally?
    var type: Any.Type
    var path: AnyKeyPath
    var ids: [UUID: Date]
    var range: Range<Int>
  }

  /// A hash that is the same in every run.
  private struct Hash {
    var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ text: String?) {
      for byte in (text ?? "nil").utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
  }

  /// The hashes of dumps, diffs and patches, by the number of rounds.
  private static let recorded: [Int: [UInt64]] = [
    625: [4_199_093_718_176_637_174, 17_801_539_676_529_521_980, 6_881_950_020_707_737_400],
    2_500: [15_982_237_384_594_323_765, 12_984_160_118_524_131_144, 6_598_517_565_987_069_493],
  ]

  @Test func textsAreAsRecorded() {
    var random = SeededGenerator(seed: 20_261_124)
    var (dumps, diffs, patches) = (Hash(), Hash(), Hash())
    let owner = Tally(1)
    for round in 0..<min(rounds(625), 2_500) {
      let state = random.state()
      let changed = random.change(state)
      let (mixed, other) = (random.mixed(owner), random.mixed(owner))
      let part = { () -> Mixed in
        var part = mixed
        part.observed = round % 2 == 0 ? other.observed : mixed.observed
        part.loose = other.loose
        return part
      }()
      for value in [state, mixed] as [Any] { dumps.add(String(customDumping: value)) }
      diffs.add(diff(state, changed))
      diffs.add(diff(mixed, part))
      for patch in jsonPatch(from: mixed, to: part) + jsonPatch(from: state, to: changed) {
        patches.add(patch.json.text)
      }
      let expected = Self.recorded[round + 1]
      if let expected { #expect([dumps, diffs, patches].map(\.value) == expected, "\(round + 1) rounds") }
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func loose(_ depth: Int = 3) -> GoldenDumpTests.Loose {
    switch below(depth > 0 ? 6 : 4) {
    case 0: .none
    case 1: .pair((below(3), text()))
    case 2: .any(anything())
    case 3: .text(text())
    case 4: .optional(below(3) == 0 ? nil : below(2) == 0 ? .some(nil) : 3)
    default: .deep(loose(depth - 1), below(2) == 0 ? nil : point())
    }
  }

  fileprivate mutating func screen() -> GoldenDumpTests.Screen? {
    switch below(5) {
    case 0: nil
    case 1: .plain
    case 2: .number(below(9))
    case 3: .row(row(), at: point())
    default: .nested(below(2) == 0 ? nil : tree())
    }
  }

  fileprivate mutating func mixed(_ owner: Tally) -> GoldenDumpTests.Mixed {
    GoldenDumpTests.Mixed(
      observed: GoldenDumpTests.Observed(
        title: text(),
        rows: IdentifiedArray(uniqueElements: rows()),
        screen: screen(),
        points: array(upTo: 3) { $0.below(2) == 0 ? nil : $0.point() },
        pair: (below(3), text())
      ),
      loose: array(upTo: 4) { $0.loose() },
      owner: below(2) == 0 ? nil : owner,
      type: below(2) == 0 ? Row.self : (any Error).self,
      path: below(2) == 0 ? \GoldenDumpTests.Observed.title : \Row.title,
      ids: [UUID(below(9)): Date(timeIntervalSince1970: Double(below(9_999)))],
      range: 0..<below(9)
    )
  }
}
