import TodoShellCommands
import Core
import TestSupport
import Testing
import TodoShellValues

struct ScriptSymbolTests {
  /// The places at which the name at a place is named, as `line:column`; a definition is marked.
  private func occurrences(_ text: String, line: Int, column: Int) -> [String] {
    let symbols = ScriptSymbols(Tally.edited(text))
    guard let symbol = symbols.symbol(at: SourceLocation(file: "-", line: line, column: column)) else {
      return []
    }
    return symbols.all.filter { $0.isSame(as: symbol) }.map { use in
      let place = use.source.location
      return "\(place.line):\(place.column)\(use.isDefinition ? "*" : "")"
    }
  }

  @Test func aVariableIsFoundWhereverItIsUsed() {
    let text = "let n = 1\nup $n\nprint \"${n} $n\" 'no $n'\nlet m = $n\nlet n = 2\nup $n"
    #expect(occurrences(text, line: 2, column: 5) == ["1:5*", "2:5", "3:10", "3:14", "4:10", "5:5*", "6:5"])
  }

  @Test func theCounterOfABlockIsAnotherVariable() {
    let text = "let i = 1\nrepeat $i as i\n  up $i\nend\nrepeat 2 as i up $i\nup $i"
    #expect(occurrences(text, line: 6, column: 5) == ["1:5*", "2:9", "6:5"])
    #expect(occurrences(text, line: 3, column: 7) == ["2:14*", "3:7"])
    #expect(occurrences(text, line: 5, column: 13) == ["5:13*", "5:19"])
  }

  @Test func aMacroIsFoundAlsoInOtherCommands() {
    let text = "macro m x\n  up $x\nend\nm 1\nrepeat 2 m 2\nalias n = m 3\nunmacro m"
    #expect(occurrences(text, line: 4, column: 1) == ["1:7*", "4:1", "5:10", "6:11", "7:9"])
    #expect(occurrences(text, line: 1, column: 9) == ["1:9*", "2:7"])
  }

  @Test(arguments: [
    ("break m", ["4:7"]), ("break m == 1", []), ("help m", ["4:6"]), ("help m | cat", ["4:6"]),
    ("help 'm'", ["4:6"]),
    ("explore --only m", ["4:16"]), ("explore --without up,m,.up(by: 2) --runs 9", ["4:22"]),
    ("explore --only 'up, m' --depth 2", ["4:21"]), ("explore --runs 9 --only \".up(by: 2),m,n\"", ["4:37"]),
    ("explore --only '.up(by: [m])' always count < 3", []), ("fails help m", ["4:12"]),
    ("alias h = help m", ["4:16"]),
    ("repeat 2 help m", ["4:15"]), ("break m2", []), ("help up", []), ("print m", []),
  ])
  func aMacroIsFoundWhereItIsNamed(line: String, uses: [String]) {
    let text = "macro m x=1\n  up $x\nend\n\(line)"
    #expect(occurrences(text, line: 1, column: 7) == ["1:7*"] + uses)
  }

  @Test func aNameInTheStateIsNotAMacroAfterBreak() {
    let text = "macro count\n  up\nend\nbreak count\nhelp count\ncount"
    #expect(occurrences(text, line: 1, column: 7) == ["1:7*", "5:6", "6:1"])
  }

  @Test func aMarkIsFoundWhereItIsSetAndRemoved() {
    let text = "mark empty #0\nmark -d empty\nmark empty --delete\nmark 'a b' empty"
    #expect(occurrences(text, line: 1, column: 6) == ["1:6*", "2:9", "3:6"])
    #expect(occurrences(text, line: 4, column: 6) == ["4:6*"])
  }

  @Test func anAliasIsFoundWhereItIsNamed() {
    let text = "alias u = up 2\nu\nhelp u\nexplore --only u,up\nalias u\nunalias u"
    #expect(occurrences(text, line: 2, column: 1) == ["1:7*", "2:1", "3:6", "4:16", "5:7", "6:9"])
  }

  @Test func anAliasForARemovalIsDefined() {
    let text = "mark lunch\nalias nomark = mark -d lunch\nnomark\nalias -d nomark"
    #expect(occurrences(text, line: 3, column: 1) == ["2:7*", "3:1", "4:10"])
    #expect(occurrences(text, line: 1, column: 6) == ["1:6*", "2:24"])
  }

  @Test func macrosAndAliasesCannotHaveTheSameName() throws {
    let folder = try TemporaryFolder()
    let sourced = try folder.write("alias far = up\nmacro wide\n  up\nend\n", to: "other.todoscript")
    let symbols = ScriptSymbols(
      Tally.edited("source '\(sourced)'\nmacro m\n  up\nend\nalias u = up\nlet v = 1")
    )
    let (macro, alias, variable) = (symbols.all[0], symbols.all[1], symbols.all[2])
    for (symbol, name) in [
      (macro, "u"), (alias, "m"), (macro, "far"), (alias, "far"), (macro, "wide"), (alias, "wide"),
    ] {
      #expect(symbols.problem(renaming: symbol, to: name) == "'\(name)' is already in use in this script")
    }
    for symbol in [macro, alias] { #expect(symbols.problem(renaming: symbol, to: "v") == nil) }
    for name in ["m", "u", "far"] { #expect(symbols.problem(renaming: variable, to: name) == nil) }
  }

  @Test func aNameIsChangedOnlyToOneThatIsValidAndFree() {
    let symbols = ScriptSymbols(Tally.edited("macro m\nend\nlet n = 1\nlet k = 2"))
    let (macro, variable) = (symbols.all[0], symbols.all[1])
    #expect(symbols.problem(renaming: macro, to: "fill") == nil)
    for name in ["up", "two words", "", "1", "rep", "m"] {
      #expect(symbols.problem(renaming: macro, to: name) != nil, "\(name)")
    }
    #expect(symbols.problem(renaming: variable, to: "m_2") == nil)
    for name in ["a-b", "", "k", "1a"] {
      #expect(symbols.problem(renaming: variable, to: name) != nil, "\(name)")
    }
  }
}
