import Foundation

/// What people would otherwise use: the loop of Redux in Node, and Hypothesis, which tries random commands on a model.
struct Peers {
  /// The shell, as a release.
  let shell: String
  /// The commands of a batch, as a script for the shell.
  let script: (_ work: Programs.Work, _ count: Int) throws -> URL
  /// Tells the person what could not be measured, and why.
  let report: (String) -> Void

  private static let models = URL(fileURLWithPath: "Benchmarks/Models")
  /// The Python in which the packages of `.ci/requirements.txt` are.
  private static let python = URL(fileURLWithPath: ".build/python/bin/python").path

  /// - Throws: If a program fails.
  func claims() throws -> [Claim] {
    try redux() + hypothesis()
  }

  /// A reducer copies all todos for each action there; with undo, also the list of all earlier states.
  private func redux() throws -> [Claim] {
    guard let node = Command.find("node") else {
      report("node is not installed: there is no Redux to compare with")
      return []
    }
    let model = Self.models.appendingPathComponent("todos.js").path
    let batches: [(Programs.Work, Int, recipe: String?)] = [
      (.edits, 200_000, nil), (.toggles, 200_000, nil), (.edits, 20_000, "undoable"),
    ]
    return try batches.map { work, count, recipe in
      let costs = try Command.costs(
        of: [
          Command(path: shell, arguments: ["--quiet", "--no-rc", try script(work, count).path]),
          Command(path: node, arguments: [model, work.rawValue, "\(count)"] + (recipe.map { [$0] } ?? [])),
        ],
        rounds: 3
      )
      let kept = recipe == nil ? "without undo" : "with its recipe for undo"
      return Claim(
        "batch of \(count.formatted(.number.locale(Locale(identifier: "en")))) quiet \(work.rawValue) : Redux, \(kept)",
        at: "1,000",
        costs[0].leastProcessor,
        of: costs[1].leastProcessor
      )
    }
  }

  /// Both start sequences of commands at random. The shell leaves out what it has already seen, and lets time pass, too.
  private func hypothesis() throws -> [Claim] {
    // If Python cannot import it, whatever the reason, there is nothing to compare with.
    guard (try? Command(path: Self.python, arguments: ["-c", "import hypothesis"]).cost()) != nil else {
      report(
        ".build/python has no Hypothesis ('.ci/setup clients' installs it): there is nothing to compare with"
      )
      return []
    }
    let (sequences, commands) = (2_000, 20)
    let costs = try Command.costs(
      of: [
        Command(
          path: shell,
          arguments: [
            "--quiet", "--no-rc", "-c",
            "explore --workers 1 --runs \(sequences) --depth \(commands) always todos.count < 1000",
          ]
        ),
        Command(
          path: Self.python,
          arguments: [Self.models.appendingPathComponent("todos.py").path, "\(sequences)", "\(commands)"]
        ),
      ],
      rounds: 3
    )
    return [
      Claim(
        "\(sequences) sequences of up to \(commands) commands : Hypothesis, on a model",
        at: "1 core",
        costs[0].leastProcessor,
        of: costs[1].leastProcessor
      )
    ]
  }
}
