import Core
import Foundation
import TestSupport
import Testing

@testable import TodoShellCommands
@testable import TodoShellDebugger
@testable import ShellKit

/// A basket from which a missing item can be taken.
private struct Basket: Reducer {
  struct State: Equatable, Sendable {
    var items: [Int] = []
    var isOpen = true
  }

  enum Action: Equatable, Sendable { case add(Int), take(Int), close }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .add(let item): if state.items.count < 3 { state.items.append(item) }
    case .take(let position): if !state.isOpen { state.items.remove(at: position) }
    case .close: state.isOpen = false
    }
    return .none
  }
}

/// `explore` and `shorten` with a feature that traps.
struct TrapCommandTests {
  private func shell() -> RecordedShell<Basket.State, Basket.Action> {
    RecordedShell(
      ShellApplication(name: "basket") { seed, epoch in
        Session(initialState: Basket.State(), seed: seed, epoch: epoch) { Basket() }
      }
    )
  }

  private func text(_ lines: String...) -> (output: String, errors: String) {
    let shell = shell()
    for line in lines { shell.run(line) }
    return (shell.out.text, shell.err.text)
  }

  private let script = """
    # no shorter sequence does this, with the values tried
    .close
    .take(0)

    """

  @Test func aTrapIsReportedWithItsScriptAndTheShellGoesOn() {
    let shell = shell()
    shell.run("explore", ".add(1)", "print items")
    #expect(shell.err.text.contains("error: the feature traps (SIG"), "\(shell.err.text)")
    #expect(shell.err.text.contains(" after 2 commands\n"), "\(shell.err.text)")
    #expect(shell.out.text.hasPrefix("# explore: the feature traps ("), "\(shell.out.text)")
    #expect(shell.out.text.hasSuffix(script + "[1]\n"), "\(shell.out.text)")
    #expect(shell.record == [".add(1)"])
  }

  /// The vocabulary is called while other threads wait for what it returns.
  @Test(arguments: [1, 2]) func aTrapInTheVocabularyDoesNotBlockOtherThreads(workers: Int) {
    let item = Parameter("ITEM") { reader throws(Diagnostic) in
      let word = try reader.word(for: "ITEM")
      return [1: "milk", 2: "eggs"].first { $0.value == word.text }!.key
    }
    let vocabulary = Vocabulary<Basket.State, Basket.Action>("Basket") {
      Command("put", item.exploring("milk", "bread", "eggs"), summary: "Put something in") { turn, item in
        turn.send(.add(item))
      }
    }
    let application = ShellApplication(name: "basket", vocabulary: vocabulary) { seed, epoch in
      Session(initialState: Basket.State(), seed: seed, epoch: epoch) { Basket() }
    }
    let shell = RecordedShell(application)
    shell.run("explore --workers \(workers) --runs 50 always items.count < 9", "print items")
    #expect(shell.out.text.hasSuffix("\n[]\n"), "\(shell.out.text)\(shell.err.text)")
  }

  @Test func propertiesDoNotHideATrap() {
    let one = text("explore always items.count < 9")
    #expect(one.output.hasSuffix(script) && one.errors.contains("error: the feature traps ("), "\(one)")
    let two = text("explore always items.count < 9, always isOpen")
    #expect(two.output.hasPrefix("the feature traps ("), "\(two)")
    #expect(two.output.contains(script) && two.errors.contains("error: the feature traps ("), "\(two)")
  }

  @Test func landStopsBeforeTheTrap() {
    let shell = shell()
    shell.run("explore --land", "print isOpen")
    #expect(shell.record == [".close"])
    #expect(
      shell.err.text.contains("warning: not run, because it makes the feature trap: .take(0)\n"),
      "\(shell.err.text)"
    )
    #expect(shell.out.text.hasSuffix("\nfalse\n"), "\(shell.out.text)")
  }

  @Test func aMacroThatTrapsIsExpanded() {
    let run = text("macro shut\n.close\n.take(0)\nend", "explore --only shut")
    #expect(run.output.hasSuffix(".close\n.take(0)\n"), "\(run)")
  }

  @Test func aCorpusKeepsATrapAndTriesItFirst() throws {
    let folder = try TemporaryFolder()
    let corpus = "explore --corpus \(folder.path)/corpus"
    #expect(text(corpus).output.hasSuffix(script))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/corpus")
    #expect(files.count == 1 && files[0].hasPrefix("fails-"), "\(files)")
    // With a single run, nothing else can find it.
    let again = text("\(corpus) --runs 1")
    #expect(again.output.hasSuffix("\n.close\n.take(0)\n"), "\(again)")
  }

  @Test func aPartWithATrapIsMerged() throws {
    let folder = try TemporaryFolder()
    let parts = (1...2).map { folder.file("\($0).part") }
    for (number, part) in parts.enumerated() {
      _ = text("explore --shard \(number + 1)/2 --out \(part) always items.count < 9")
    }
    let merged = text("explore --merge \(parts.joined(separator: " "))")
    #expect(merged.output.hasSuffix(script), "\(merged)")
    #expect(merged.errors.contains("error: the feature traps ("), "\(merged)")
  }

  @Test func alongABranchATrapIsAnError() {
    let run = text(".add(1)", "explore --along --runs 500 always items.isEmpty")
    #expect(run.errors.contains("error: the feature traps ("), "\(run)")
    #expect(run.errors.contains(" after 2 commands from #0: .close; .take(0)\n"), "\(run)")
  }

  /// Without `.add(1)`, the branch traps.
  @Test func shortenSurvivesTrapsOfShorterSequences() {
    let run = text(".add(1)", ".close", ".add(2)", ".take(0)", "shorten items.count == 1")
    #expect(run.output.hasSuffix("\n.add(0)\nexpect items.count == 1\n"), "\(run)")
    let all = text(".add(1)", ".close", ".take(0)", "shorten !isOpen && items.isEmpty && now == 0s")
    #expect(all.output.hasSuffix("\n.close\nexpect !isOpen && items.isEmpty && now == 0s\n"), "\(all)")
  }

  @Test func aScriptThatTrapsIsNotShortened() throws {
    let folder = try TemporaryFolder()
    try folder.write(".close\n.take(0)\n", to: "bug.todoscript")
    let run = text("shorten \(folder.file("bug.todoscript"))", "print isOpen")
    #expect(run.errors.contains("error: the feature traps in '"), "\(run)")
    #expect(run.output.hasSuffix("true\n"))
  }
}
