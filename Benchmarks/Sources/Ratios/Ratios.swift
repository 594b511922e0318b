import Foundation
import Workloads

/// Reads the measurements of the benchmark library, measures whole programs, and reports which bounds hold
/// and which goals are reached.
///
///     Ratios MEASUREMENTS SHELL [--update RESULTS]
///     Ratios count WORK COUNT  what callgrind is run on; WORK is one of Countable's
///     Ratios servers SHELL     measures the servers alone
///     Ratios models            measures the model checkers alone
///     Ratios only COMPARISON…  prints what some comparisons come to, for whoever works on one
@main
struct Ratios {
  static func main() {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if arguments.first == "count", arguments.count == 3, let work = Countable(rawValue: arguments[1]),
        let count = Int(arguments[2])
      {
        let result = try work.run(count)
        // Nothing of it is taken apart.
        withExtendedLifetime(result) { exit(0) }
      }
      if arguments.first == "only" { return try measure(arguments.dropFirst()) }
      if arguments.first == "servers", arguments.count == 2 {
        print(Table(claims: try Servers(shell: arguments[1]).claims()).text)
        return
      }
      if arguments == ["models"] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("models-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        print(Table(claims: try ModelCheckers(scratch: folder, report: say).claims()).text)
        return
      }
      guard arguments.count == 2 || arguments.count == 4 && arguments[2] == "--update" else {
        say("usage: Ratios MEASUREMENTS SHELL [--update RESULTS]")
        exit(64)
      }
      let folder = URL(fileURLWithPath: arguments[0])
      var claims = try Claim.all(of: Measurements(folder: folder))
      claims += try ModelCheckers(scratch: folder, report: say).claims()
      claims += try Programs(shell: arguments[1], scratch: folder, report: say).claims()
      claims += try Pages(shell: arguments[1], scratch: folder, report: say).claims()
      claims += try Servers(shell: arguments[1]).claims()
      let table = Table(claims: claims)
      print(table.text)
      fflush(nil)
      if arguments.count == 4 {
        let page = table.page(date: Date(), machine: Table.machine)
        try page.write(toFile: arguments[3], atomically: true, encoding: .utf8)
      }
      let short = claims.count { !$0.reachesGoal }
      if short > 0 { say("\(short) figures are short of their goal") }
      let missed = claims.count { !$0.holds }
      if missed > 0 {
        say("\(missed) of \(claims.count(where: \.isBounded)) bounds are missed")
        exit(1)
      }
    } catch {
      say("error: \(error)")
      exit(2)
    }
  }

  /// Measures the comparisons of some names, and prints the least that each contestant costs.
  private static func measure(_ names: ArraySlice<String>) throws {
    for comparison in Comparison.all where names.contains(comparison.name) {
      var least = comparison.contestants.map { _ in Int.max }
      for _ in 0..<comparison.rounds {
        for (index, contestant) in comparison.contestants.enumerated() {
          least[index] = min(least[index], try contestant.measure())
        }
      }
      for (contestant, cost) in zip(comparison.contestants, least) {
        print("\(comparison.name) \(contestant.name): \(cost) ps or bytes")
      }
    }
  }

  private static func say(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
