import Foundation

/// How fast model checkers search models of the todos: `Benchmarks/Models`.
struct ModelCheckers {
  /// A folder for their programs.
  let scratch: URL
  /// Tells the person what could not be measured, and why.
  let report: (String) -> Void

  /// The maximum number of todos, such that the search takes far longer than the start of a program.
  private static let most = 16
  /// The number of states of the models: a filter and as many check boxes as there are todos.
  private static let states = 3 * (1 << (most + 1) - 1)

  /// A model checker: both make a program in C.
  private struct Checker {
    let name: String
    /// Makes `program` in the folder, of the model that is its argument.
    let script: String
    let model: String
    let arguments: [String]
    /// What the program prints: the numbers of states and of transitions.
    let counts: String
  }

  private static let checkers = [
    Checker(
      name: "spin",
      script: "spin -DMOST=\(most) -a \"$1\" && cc -O2 -w -DSAFETY -DNOREDUCE -o spin-todos pan.c",
      model: "Todos.pml",
      arguments: ["-m100000", "-w20"],
      counts: #"(?s)(\d+) states, stored.*?(\d+) transitions"#
    ),
    Checker(
      name: "rumur",
      script: "sed 's/MOST: 16/MOST: \(most)/' \"$1\" >todos.m && rumur --threads 1 -o todos.c todos.m"
        + " && cc -O3 -march=native -w -o rumur-todos todos.c -lpthread -latomic",
      model: "Todos.m",
      arguments: [],
      counts: #"(\d+) states, (\d+) rules fired"#
    ),
  ]

  /// - Throws: If a program fails, or finds other states.
  func claims() throws -> [Claim] {
    try Self.checkers.compactMap { checker in
      guard Command.find(checker.name) != nil, Command.find("cc") != nil else {
        report("\(checker.name) or cc is not installed: the speed of exploring is shown without it")
        return nil
      }
      return try claim(checker)
    }
  }

  private func claim(_ checker: Checker) throws -> Claim {
    let model = URL(fileURLWithPath: "Benchmarks/Models/\(checker.model)").path
    _ = try output(of: "/bin/sh", ["-c", checker.script, "sh", model])
    let program = scratch.appendingPathComponent("\(checker.name)-todos").path
    let text = try output(of: program, checker.arguments)
    let counts = try Regex(checker.counts, as: (Substring, Substring, Substring).self)
    guard let found = text.firstMatch(of: counts), Int(found.1) == Self.states,
      let transitions = Double(found.2)
    else {
      throw Command.Failure(description: "\(checker.name) does not find \(Self.states) states:\n\(text)")
    }
    let costs = try Command.costs(of: [Command(path: program, arguments: checker.arguments)], rounds: 5)
    return Claim(
      "transitions on a core by \(checker.name), of a model",
      at: "\(Self.most) todos without effects",
      every: Time(seconds: costs[0].leastProcessor.seconds / transitions)
    )
  }

  /// Runs a program in the folder.
  private func output(of program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = scratch
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Command.Failure(description: "\(program) \(arguments.joined(separator: " ")) failed:\n\(text)")
    }
    return text
  }
}
