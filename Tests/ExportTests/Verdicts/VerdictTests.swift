import TodoShellCommands
import Core
import TodoShellDebugger
import TestSupport
import Testing

@testable import TodoShellExport

/// Verdicts on random features, compared with those that networkx derives from the exported graph of their states.
struct VerdictTests {
  /// Decided in one search, by the shortest sequence.
  private static let shortest = [
    "always p || q", "always !p || !q", "sometimes p && q", "sometimes !p && !q", "never .tick",
  ]

  /// Each decided in a search of its own, which distinguishes states by what was seen before.
  private static let responses = [
    "p leads-to q", "isRunning && p leads-to q", "isRunning && q leads-to p", "eventually q", "p until q",
    "p leads-to q within 2s",
    "eventually p && q within 3s", "p || q until p && q within 2s",
  ]

  /// Two of them with about 200 states, and small ones, in which more properties hold.
  private static let machines =
    (0..<14).map { Machine(seed: UInt64($0), places: 1 + $0, isTimed: $0 % 3 != 0) }
    + [Machine(seed: 14, places: 40, isTimed: true), Machine(seed: 15, places: 190, isTimed: false)]

  @Test(.clients) func networkxDerivesTheSameFromTheGraph() throws {
    let files = try ExportedFiles()
    var graphs: [String] = []
    var verdicts: [[String]] = []
    for (number, machine) in Self.machines.enumerated() {
      graphs.append(files.folder.file("\(number).dot"))
      verdicts.append(try self.verdicts(on: machine, graph: graphs[number]))
    }
    let properties = Self.shortest + Self.responses
    let output = try client("verdicts", [properties.joined(separator: ",")] + graphs)
    let lines = output.split(separator: "\n")
    try #require(lines.count == Self.machines.count * properties.count, "\(output)")
    var seen: [String: Set<String>] = [:]
    for (machine, own) in verdicts.enumerated() {
      for (index, property) in properties.enumerated() {
        let derived = lines[machine * properties.count + index]
        #expect(own[index] == derived, "machine \(machine): \(property)")
        seen[property, default: []].insert(String(derived.prefix { $0 != " " }))
      }
    }
    for (property, kinds) in seen { #expect(kinds.count == 2, "\(property) is not decided both ways") }
  }

  /// The verdicts of `explore`, which writes the graph, too.
  private func verdicts(on machine: Machine, graph: String) throws -> [String] {
    let shell = machine.shell
    func explore(_ arguments: String) throws -> [PropertyVerdict] {
      let line = "explore --depth 1000 --runs 1000000 --only \(machine.commands) \(arguments)"
      let result = shell.execute(line)
      let answer = result.answers.lazy.compactMap { $0 as? ExplorationAnswer }.first
      return try #require(answer, "\(line): \(result.events)").properties
    }
    // The last one holds: the search does not end before all states have been found, and there is a list of verdicts.
    let others = ", always place >= 0"
    let decided = try explore("--graph \(Self.shortest.joined(separator: ", "))\(others)").dropLast().map {
      verdict in
      ([verdict.verdict.rawValue] + (verdict.commands.map { ["\($0)"] } ?? [])).joined(separator: " ")
    }
    _ = shell.execute("export --explored dot '\(graph)'")
    return try decided + Self.responses.map { try explore($0 + others)[0].verdict.rawValue }
  }
}
