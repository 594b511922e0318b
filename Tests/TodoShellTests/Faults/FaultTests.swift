import Foundation
import TestSupport
import Testing

/// Whichever system call on a file fails: the file is the old or the new one, nothing else is left, the error names the
/// file and the reason, and the shell continues.
///
/// With the environment variable `FAULTS`, each call of each scenario whose description contains its value, or of all if
/// that is `all`, fails in each way that it can.
struct FaultTests {
  private static let choice = ProcessInfo.processInfo.environment["FAULTS"]
  private static let triesAll = choice != nil
  private static let scenarios = FaultScenario.all.filter { scenario in
    choice.map { $0 == "all" || scenario.description.contains($0) } ?? scenario.isQuick
  }

  @Test(arguments: scenarios)
  func everyFileIsTheOldOrTheNewOne(scenario: FaultScenario) throws {
    let trial = try FaultTrial(scenario)
    var count = 0
    for code in Self.triesAll ? FaultCode.allCases : [.diskFull] {
      for call in try trial.calls(thatCanFailWith: code) {
        for lasts in Self.triesAll && code.canLast ? [false, true] : [false] {
          try trial.check(Fault(call: call, code: code, lasts: lasts))
          count += 1
        }
      }
    }
    if Self.triesAll { print("\(scenario): \(count) faults") }
    #expect(count > 3, "no call on a file is seen, so no fault was tried")
  }

  @Test func theChosenScenariosExist() {
    #expect(!Self.scenarios.isEmpty, "no scenario is called '\(Self.choice ?? "")'")
  }

  /// `save` does not overwrite a file that another program may have changed, and does not accuse one either.
  @Test func savingSaysWhyAFileCannotBeSeen() throws {
    let scenario = try #require(
      FaultScenario.all.first { $0.description == "save the session that was loaded" }
    )
    let trial = try FaultTrial(scenario)
    let calls = try trial.calls(thatCanFailWith: .ioError, named: ["stat", "flock"])
    #expect(calls.count > 3, "the calls that look at the file")
    for call in calls { try trial.check(Fault(call: call, code: .ioError, lasts: true)) }
  }
}
