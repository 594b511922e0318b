/// Some logical lines of a script that is being edited, which are read together.
final class ScriptPart {
  /// A logical line.
  struct Line {
    let item: ScriptScanner.Item
    /// Whether it has been checked, and depends only on itself.
    var isChecked = false

    var command: CommandLine? { if case .command(let line) = item { line } else { nil } }
  }

  /// The names of the aliases and macros before a line.
  struct OwnNames: Equatable {
    /// The index of the logical line.
    let index: Int
    let names: Set<String>
  }

  /// The number of physical lines.
  let lineCount: Int
  /// Whether there is no command before it.
  let needsCommand: Bool
  /// By how many lines it has moved since it was read.
  let shift: LineShift
  private(set) var lines: [Line]

  /// What is known before it; `nil` until it is checked.
  var before: ScriptCheckpoint?
  /// Whether it must be checked, even if the same is known before it.
  var isOutdated = true
  /// The scripts that it sources.
  private(set) var inclusions: Set<ScriptInclusion> = []
  /// How many of its lines were parsed by the last check.
  private(set) var parsedCount = 0
  /// The names of the aliases and macros before it, and after each line that changes them.
  private(set) var ownNames: [OwnNames] = []
  private var errors: [Diagnostic] = []
  private var spellsNames: Bool?
  private var errorShift = 0
  /// The errors in the scripts that it sources, with the lines that source them.
  private(set) var errorsElsewhere: [(error: Diagnostic, line: CommandLine)] = []

  init(lineCount: Int, needsCommand: Bool, shift: LineShift, items: [ScriptScanner.Item]) {
    self.lineCount = lineCount
    self.needsCommand = needsCommand
    self.shift = shift
    lines = items.map { Line(item: $0) }
  }

  /// Moves it because lines before it were inserted or removed.
  func move(by count: Int) {
    shift.move(by: count)
    // These errors name the lines that source the scripts.
    if count != 0, !errorsElsewhere.isEmpty { isOutdated = true }
  }

  /// The errors in its lines.
  var diagnostics: [Diagnostic] {
    let moved = shift.count - errorShift
    guard moved != 0 else { return errors }
    return errors.map { error in
      var error = error
      error.location.line += moved
      return error
    }
  }

  var errorCount: Int { errors.count }

  /// Whether the same is known before it as when it was checked.
  func isUpToDate(after state: ScriptCheckpoint) -> Bool {
    !isOutdated && before?.isSame(as: state) == true
  }

  /// Checks it. A line that depends only on itself is parsed only once.
  func check(with parser: ScriptParser, after state: ScriptCheckpoint) {
    before = state
    parser.checkpoint = state
    (isOutdated, errors, errorShift, parsedCount) = (false, [], shift.count, 0)
    (parser.diagnostics, parser.inclusions, errorsElsewhere) = ([], [], [])
    var (aliases, macros) = (state.aliases, state.macros)
    ownNames = [OwnNames(index: 0, names: Self.names(aliases, macros))]
    for index in lines.indices where !parser.isStopped {
      defer {
        if parser.aliases != aliases || parser.macros != macros {
          (aliases, macros) = (parser.aliases, parser.macros)
          ownNames.append(OwnNames(index: index + 1, names: Self.names(aliases, macros)))
        }
      }
      do throws(Diagnostic) {
        switch lines[index].item {
        case .command(let line):
          defer {
            errorsElsewhere += parser.diagnostics.map { ($0, line) }
            parser.diagnostics = []
          }
          let isChecked = lines[index].isChecked
          if !isChecked { parsedCount += 1 }
          let step = try parser.checkKnown(line, isChecked: isChecked)
          lines[index].isChecked = isChecked || step != nil
        case .error(var diagnostic):
          diagnostic.location.line += shift.count
          throw diagnostic
        }
      } catch {
        errors.append(error)
      }
    }
    inclusions = parser.inclusions
  }

  /// Takes note that other macros are known before it, none of which it names.
  func keep(after state: ScriptCheckpoint, ownNames names: Set<String>) {
    before = state
    ownNames = [OwnNames(index: 0, names: names)]
  }

  /// Whether it defines neither macros nor aliases, sources nothing, has no errors, and spells the names of the macros
  /// that it calls as they are.
  func canBeKept(_ table: CommandTable) -> Bool {
    guard !isOutdated, inclusions.isEmpty, errors.isEmpty, errorsElsewhere.isEmpty, ownNames.count == 1 else {
      return false
    }
    if let spellsNames { return spellsNames }
    let result = commandLines.allSatisfy { Self.spellsNames($0, table) }
    spellsNames = result
    return result
  }

  private static func spellsNames(_ line: CommandLine, _ table: CommandTable) -> Bool {
    guard line.kind == .command, let name = line.words.first else { return true }
    let isSpelled: (Word) -> Bool = { !$0.isQuoted && !$0.raw.contains { $0 == "$" || $0 == "\\" } }
    guard line.lines.count == 1, isSpelled(name) else { return false }
    guard let command = table.command(named: name.text) else { return true }
    switch command.role {
    case .beginsMacro: return false
    case .beginsBlock: return line.words.allSatisfy(isSpelled)
    default: return command.wordsBeforeCommand == nil || line.words.allSatisfy(isSpelled)
    }
  }

  private static func names(_ aliases: AliasTable, _ macros: [String: Macro]) -> Set<String> {
    Set(macros.keys).union(aliases.all.map(\.name))
  }

  /// The colours of its lines; see ``EditedScript/highlights(in:)``.
  var highlights: (ownNames: [OwnNames], all: [LineHighlight])?

  /// Its commands and expected output, in order.
  var commandLines: some Sequence<CommandLine> { lines.lazy.compactMap(\.command) }
}
