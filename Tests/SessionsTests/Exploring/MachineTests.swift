import TestSupport
import Testing

@testable import Core
@testable import TodoShellSessions

/// Explorations, branches and shortened sequences of random features agree with a model that knows nothing of Core.
struct MachineTests {
  @Test(arguments: 0..<rounds(250)) func everyVerdictIsThatOfTheModel(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let example = MachineExample(&random)
    guard let complaint = try example.complaint() else { return }
    let (smallest, reason) = try example.shrunk(complaint)
    Issue.record("seed \(seed): \(complaint)\nshrunk: \(reason)\n\(smallest)")
  }

  /// Orders that commute with each other are tried once, so what is between them may be missing; nothing else is.
  @Test(arguments: 0..<max(40, rounds(5)))
  func verdictsOnOrdersAreThoseOfTheModel(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let machine = Machine(&random, isSmall: true)
    let property = MachineProperty(&random, of: machine)
    try checkOrders(of: machine, property, "seed \(seed)")
  }

  /// Orders that differ only before the end of an instant were taken to be the same.
  @Test func anOrderMattersBeforeItsInstantEnds() throws {
    let machine = Machine(
      programs: [
        .init(operations: [.sleep(1), .send(0)], isEndless: true),
        .init(operations: [.sleep(2), .send(1)], isEndless: true),
        .init(operations: [.sleep(1), .send(2), .send(1)]),
        .init(
          operations: [
            .send(0), .sleep(2), .send(0), .sleep(2), .send(0), .send(0), .sleep(2), .send(0), .send(0),
          ]
        ),
      ],
      commands: [
        .init(
          change: .init(variable: 1, value: 0, isSum: true),
          parts: [.run([1], id: 0, cancelsInFlight: true)]
        ),
        .init(parts: [.run([3, 0], id: 1, cancelsInFlight: true)]),
      ],
      events: [
        .init(condition: .init(variable: 1, value: 2)),
        .init(parts: [.run([0], id: 1, cancelsInFlight: true)]),
        .init(change: .init(variable: 1, value: 2, isSum: false)),
      ]
    )
    try checkOrders(of: machine, .alwaysNot(.init(variable: 0, value: 2)), "two endless effects")
  }

  /// Moments that differ only in how far an effect has got, or in which of two effects continues first, were taken to
  /// be the same.
  @Test(arguments: [
    (
      Machine(
        programs: [
          .init(operations: [.sleep(2), .send(0)]),
          .init(operations: [.sleep(2), .sleep(2), .send(0), .sleep(2), .send(0)]),
          .init(operations: [.sleep(2), .sleep(1), .sleep(2), .send(0), .send(0)]),
          .init(operations: [.sleep(1), .sleep(2)]),
        ],
        commands: [
          .init(
            change: .init(variable: 1, value: 1, isSum: true),
            parts: [
              .run([2], id: 1, cancelsInFlight: true), .run([3], id: 1, cancelsInFlight: true),
            ]
          ),
          .init(
            parts: [
              .run([0], id: 0, cancelsInFlight: true), .run([2, 2], id: 0, cancelsInFlight: true),
            ]
          ),
        ],
        events: [
          .init(
            change: .init(variable: 1, value: 1, isSum: true),
            parts: [.run([1, 2], id: 1, cancelsInFlight: true)]
          )
        ]
      ),
      [0, 0, 1, 0, 0, 1, 1, 1, 0, 2, 0, 1]
    ),
    (
      Machine(
        programs: [
          .init(operations: [.sleep(2), .sleep(1)]),
          .init(operations: [.sleep(1), .sleep(1), .send(0)]),
          .init(operations: [.sleep(2), .sleep(1), .send(0)]),
          .init(operations: [.send(0), .sleep(1), .send(0), .sleep(1), .send(0)]),
        ],
        commands: [
          .init(parts: [.run([0], id: 0, cancelsInFlight: true)]),
          .init(
            change: .init(variable: 1, value: 1, isSum: false),
            parts: [
              .run([1, 2], id: 1, cancelsInFlight: true), .run([3], id: 1, cancelsInFlight: true),
            ]
          ),
        ],
        events: [
          .init(
            condition: .init(variable: 0, value: 0),
            change: .init(variable: 1, value: 2, isSum: true)
          )
        ]
      ),
      [0, 1, 2, 0, 2, 0, 0, 0, 0, 0, 1, 0]
    ),
  ])
  func aLoopIsOneInWhichEachEffectIsWhereItWas(machine: Machine, walk: [Int]) throws {
    var example = MachineExample(
      machine: machine,
      properties: [.eventually(.init(variable: 0, value: 1), within: nil)]
    )
    example.walk = walk
    let complaint = try example.complaint()
    #expect(complaint == nil)
  }

  private func checkOrders(of machine: Machine, _ property: MachineProperty, _ name: String) throws {
    func decision(_ order: MachineModel.Order) -> MachineChecker.Decision? {
      MachineChecker(machine: machine, start: MachineModel(startOf: machine), order: order, limit: 250)
        .decide(property)
    }
    // Where they differ, either is right, and the machine may be large.
    guard let least = decision(.any), least.isDecided == decision(.piecemeal)?.isDecided else { return }
    let example = MachineExample(machine: machine, properties: [property])
    let exploration = try example.explore([property], change: { $0.triesOrders = true })
    let verdict = exploration.verdicts[0]
    #expect(exploration.agrees(verdict, with: least), "\(name): \(property) of \(machine): \(verdict)")
  }
}
