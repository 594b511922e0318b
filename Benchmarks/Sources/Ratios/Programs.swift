import Foundation

/// What the acceptance table says of whole programs.
struct Programs {
  /// The shell, as a release.
  let shell: String
  /// A folder for scripts and small programs.
  let scratch: URL
  /// Tells the person what could not be measured, and why.
  let report: (String) -> Void

  /// - Throws: If a program fails.
  func claims() throws -> [Claim] {
    try batch() + Peers(shell: shell, script: script, report: report).claims() + start()
  }

  private static let todos = 1_000

  /// What a batch does to a todo.
  enum Work: String {
    case edits, toggles

    fileprivate func command(at position: Int) -> String {
      switch self {
      case .edits: "edit \(position) Milk\(position)"
      case .toggles: "toggle \(position)"
      }
    }

    /// What an update of a table sets.
    fileprivate func change(at position: Int) -> String {
      switch self {
      case .edits: "description = 'Milk\(position)'"
      case .toggles: "isComplete = not isComplete"
      }
    }
  }

  /// The todos that a batch changes, in an order that no cache could guess.
  private static func positions(_ count: Int) -> [Int] { (0..<count).map { $0 &* 7_919 % todos } }

  /// A script that adds the todos and then changes them so many times.
  private func script(_ work: Work, _ count: Int) throws -> URL {
    try file(
      "\(work.rawValue)-\(count).todoscript",
      (0..<Self.todos).map { "add Todo\($0)" } + Self.positions(count).map(work.command(at:))
    )
  }

  /// 200,000 quiet commands over 1,000 todos, and as many updates of a table. An edit is what an update is; a toggle also
  /// starts an effect, in the place of the one before, which nothing in a table does.
  private func batch() throws -> [Claim] {
    guard let sqlite = Command.find("sqlite3") else {
      report("sqlite3 is not installed: there is nothing to compare a batch script with")
      return []
    }
    let works: [(work: Work, detail: String, limit: Double, goal: Double)] = [
      (.edits, "", 1.9, 1.4), (.toggles, ", each with an effect", 3, 1.8),
    ]
    return try works.map { work, detail, limit, goal in
      let costs = try batch(work, sqlite: sqlite)
      return Claim(
        "batch of 200,000 quiet \(work.rawValue)\(detail) : sqlite3 shell",
        at: "1,000",
        costs[0].leastProcessor,
        of: costs[1].leastProcessor,
        atMost: limit,
        goal: goal
      )
    }
  }

  private func batch(_ work: Work, sqlite: String) throws -> [[Command.Cost]] {
    let count = 200_000
    let table = try file(
      "batch.sql",
      ["create table todos (id integer primary key, description text, isComplete integer);"]
        + (0..<Self.todos).map { "insert into todos values (\($0), 'Todo\($0)', 0);" }
        + Self.positions(count).map { "update todos set \(work.change(at: $0)) where id = \($0);" }
    )
    return try Command.costs(
      of: [
        Command(path: shell, arguments: ["--quiet", "--no-rc", try script(work, count).path]),
        Command(path: sqlite, arguments: ["-batch", ":memory:"], input: table.path),
      ],
      rounds: 5
    )
  }

  /// From the start of the shell to the end of its output, and the same of the least that a program can be. What Swift
  /// takes of that, and what the command line, is measured beside it.
  private func start() throws -> [Claim] {
    guard let compiler = Command.find("cc"), let swift = Command.find("swiftc") else {
      report("There is no cc or no swiftc: there is no small program to compare the start with")
      return []
    }
    let programs = [
      Command(path: shell, arguments: ["-c", "quit"]),
      Command(path: shell, arguments: ["--version"]),
      try program("print(\"line\")", name: "empty.swift", compiler: swift, ["-O", "-static-stdlib"]),
      try program(
        "#include <stdio.h>\nint main(void) { return puts(\"line\") < 0; }",
        name: "line.c",
        compiler: compiler,
        ["-O2"]
      ),
    ]
    let costs = try Command.costs(of: programs, rounds: 300).map(\.medianWall)
    func claim(_ name: String, _ cost: Time, atMost limit: Double? = nil, goal: Double? = nil) -> Claim {
      Claim(
        "start of \(name) : a C program",
        at: "median of 300",
        cost,
        of: costs[3],
        atMost: limit,
        goal: goal
      )
    }
    return [
      claim("'todoshell -c quit'", costs[0], atMost: 8, goal: 3),
      claim("'todoshell --version', which parses the command line", costs[1]),
      claim("a Swift program that prints a line", costs[2]),
    ]
  }

  private func program(
    _ text: String,
    name: String,
    compiler: String,
    _ options: [String]
  ) throws -> Command {
    let source = try file(name, [text])
    let program = source.deletingPathExtension().path
    _ = try Command(path: compiler, arguments: options + ["-o", program, source.path]).cost()
    return Command(path: program)
  }

  private func file(_ name: String, _ lines: [String]) throws -> URL {
    let file = scratch.appendingPathComponent(name)
    try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    return file
  }
}
