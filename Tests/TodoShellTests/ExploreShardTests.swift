import Foundation
import TestSupport
import Testing

/// Shards that other programs run at the same time.
struct ExploreShardTests {
  private static let command = "explore --only add,toggle,clear --depth 3 --runs 4000 always todos.count < 9"

  /// The programs that may spread the work, of which only the first is everywhere.
  private static let spreaders = ["xargs -P 2 -I {}", "parallel -q -j 2"].filter { program in
    let name = program.prefix { $0 != " " }
    return ["/usr/bin", "/bin"].contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }

  @Test(arguments: spreaders) func thePartsCoverTogetherWhatOneProcessDoes(_ spreader: String) throws {
    try check(spreader, in: TemporaryFolder())
  }

  @Test(.clients) func thePartsMayComeFromOtherMachines() throws {
    let folder = try TemporaryFolder()
    let server = try SecureShellServer(in: folder)
    try check("parallel -q -S '2/ssh -F \(server.configuration) loopback'", in: folder)
    withExtendedLifetime(server) {}
  }

  private func check(_ spreader: String, in folder: TemporaryFolder) throws {
    let shard = Self.command.replacing(
      "explore",
      with: "explore --shard {}/4 --out \(folder.path)/{}.part",
      maxReplacements: 1
    )
    let script = "seq 4 | \(spreader) \(builtProgramPath) -q -c '\(shard)'"
    let spread = try run("/bin/sh", ["-c", script], environment: ["HOME": folder.path])
    #expect(spread.status == 0, "\(spread.errors)")
    let files = (1...4).map { "\(folder.path)/\($0).part" }.joined(separator: " ")
    let merged = try todoshell("-c", "explore --merge \(files)")
    let whole = try todoshell("-c", Self.command)
    #expect(merged.status == 0 && merged.errors == "", "\(merged.errors)")
    func counts(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { $0.hasPrefix("  states") || $0.hasPrefix("  transitions") }
    }
    #expect(counts(merged.output) == counts(whole.output))
  }

  @Test func theNumberOfThreadsChangesNothing() throws {
    func output(workers: Int) throws -> String {
      let folder = try TemporaryFolder()
      let script = """
        macro twice
          toggle 0
          toggle 0
        end
        add
        explore --workers \(workers) --schedules --corpus corpus --runs 3000 --depth 12 \
        --only add,toggle,clear,advance,twice always todos.count < 30, sometimes todos.count == 4
        """
      let run = try todoshell("-q", input: script, in: folder.url)
      #expect(run.status == 0, "\(run.errors)")
      return run.output
    }
    let alone = try output(workers: 1)
    #expect(alone.contains("random"))
    #expect(try output(workers: 4) == alone)
    #expect(try todoshell("-c", "explore --workers 0").errors.contains("--workers"))
    #expect(
      try todoshell("-c", "explore --workers 2 --merge a").errors.contains("--merge cannot be combined")
    )
  }

  @Test func aPropertyThatNamesAnIDTellsIDsApart() throws {
    func states(_ property: String) throws -> Substring? {
      let options = "--only add,delete --depth 4 --runs 4000"
      let lines = try todoshell("-c", "explore \(options) \(property)").output.split(separator: "\n")
      return lines.first { $0.hasPrefix("  states") }
    }
    #expect(try states("always todos.count < 9") == "  states       31, up to symmetry; 41 in all")
    #expect(try states("always todos[id: UUID(9)] == nil") == "  states       52")
  }

  @Test(.clients) func theKubernetesJobIsValid() throws {
    let validator = repository.appending(path: ".build/python/bin/kubernetes-validate").path
    let job = repository.appending(path: "docs/explore-job.yaml")
    let valid = try run(validator, ["--strict", job.path])
    #expect(valid.status == 0, "\(valid.output)\(valid.errors)")
    let folder = try TemporaryFolder()
    let text = try String(contentsOf: job, encoding: .utf8).replacing("completionMode", with: "completion")
    let invalid = try run(validator, ["--strict", try folder.write(text, to: "job.yaml")])
    #expect(invalid.status == 1, "so the validator looks at the job's own fields")
  }

  @Test func theSlurmScriptWritesAPartForEachTask() throws {
    let folder = try TemporaryFolder()
    let bin = URL(fileURLWithPath: builtProgramPath).deletingLastPathComponent().path
    for task in 1...2 {
      let environment = [
        "HOME": folder.path, "PATH": "\(bin):/usr/bin:/bin", "PARTS": folder.file("parts"), "RUNS": "200",
        "SLURM_ARRAY_TASK_ID": "\(task)", "SLURM_ARRAY_TASK_COUNT": "2",
        "PROPERTIES": repository.appending(path: "examples/todos.todoprops").path,
      ]
      let script = repository.appending(path: "docs/explore.slurm").path
      let run = try run("/bin/sh", [script], environment: environment)
      #expect(run.status == 0, "\(run.errors)")
    }
    let merged = try todoshell(
      "-c",
      "explore --merge \(folder.file("parts/1.part")) \(folder.file("parts/2.part"))"
    )
    #expect(merged.status == 0 && merged.output.contains("reachable: "), "\(merged.errors)")
  }
}
