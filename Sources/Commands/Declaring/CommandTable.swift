import Core

/// All commands of a shell, by name: the feature's own first, then the built-in ones, then those for actions.
package struct CommandTable {
  /// The types of the feature.
  package let types: FeatureTypes
  package let vocabularies: [AnyVocabulary]
  /// The same, including commands whose names are taken by earlier ones.
  let all: [AnyVocabulary]
  private let entries: [CommandEntry]
  /// The places of the commands, by their names and aliases.
  private let places: [String: Int]
  /// The names of the commands as numbers, 0 for a long one: most lines can then be looked up without creating a string.
  private let shortNames: [Int]
  /// The commands for actions without arguments, for names that no other command has.
  let actions: ActionCommands

  /// A name that two vocabularies use belongs to the earlier one, and the table does not contain the other command.
  init(_ vocabularies: [AnyVocabulary], of types: FeatureTypes) {
    self.types = types
    all = vocabularies
    var taken: Set<String> = []
    self.vocabularies = vocabularies.map { vocabulary in
      let vocabulary = vocabulary.without(taken)
      taken.formUnion(vocabulary.entries.map(\.name))
      return vocabulary
    }
    entries =
      self.vocabularies.flatMap(\.entries)
      + (vocabularies.contains(where: \.isBuiltIn) ? Self.formerly : []).map { former in
        CommandEntry(former.names, former: former) {
          guard let entry = Self.builtIn(named: former.command, in: vocabularies) else {
            preconditionFailure("no command '\(former.command)'")
          }
          return entry.command
        }
      }
    let names = entries.enumerated().map { ($0.element.name, $0.offset) }
    let aliases = entries.enumerated().flatMap { place, entry in entry.aliases.map { ($0, place) } }
    let places = Dictionary(names + aliases, uniquingKeysWith: { first, _ in first })
    self.places = places
    shortNames = entries.map { $0.name.utf8.shortName ?? 0 }
    actions = ActionCommands(of: types.focus, besides: places)
  }

  /// The commands for the actions of a focus; `nil` for the feature as a whole, whose commands are in the table.
  func commands(of focus: Focus) -> ActionCommands? {
    focus.isWhole ? nil : ActionCommands(of: focus, besides: places)
  }

  /// The vocabularies as `help` lists them: those of the feature with its actions, then the built-in ones.
  package var sections: [AnyVocabulary] {
    vocabularies.filter { !$0.isBuiltIn } + [actions.vocabulary].filter { !$0.commands.isEmpty }
      + vocabularies.filter(\.isBuiltIn)
  }

  /// The commands that `help` lists besides those of the feature, in the order of their vocabularies. It has at least eight,
  /// and more for a feature with few commands.
  var commonest: [AnyCommand] {
    let own = vocabularies.filter { !$0.isBuiltIn }.flatMap(\.entries).count
    let chosen =
      "advance run undo goto why explore save quit expect print log tree step redo diff find break effects"
      .words.prefix(max(8, 18 - own))
    return vocabularies.filter(\.isBuiltIn).flatMap(\.entries).filter { chosen.contains($0.name) }.map(
      \.command
    )
  }

  /// The feature's command that shows the state as a whole.
  package var overview: AnyCommand? {
    vocabularies.lazy.filter { !$0.isBuiltIn }.flatMap(\.commands).first(where: \.isOverview)
  }

  /// The command with a name or an unambiguous prefix, if there is one.
  package func command(named name: String) -> AnyCommand? {
    entry(named: name)?.command
  }

  /// The command of a line, by its first word: `print` if that begins an expression over the state.
  ///
  /// - Parameter focused: The commands of the child in focus, for names that are no other commands.
  func call(
    startingWith word: String,
    in focused: ActionCommands?
  ) -> (entry: CommandEntry, isNamed: Bool)? {
    call(of: entry(named: word), word, in: focused)
  }

  /// The same for a word of a script, which most often names a command.
  func call(
    startingWith word: Word,
    in focused: ActionCommands?
  ) -> (entry: CommandEntry, isNamed: Bool)? {
    call(of: entry(of: word), word.text, in: focused)
  }

  private func call(
    of declared: CommandEntry?,
    _ word: @autoclosure () -> String,
    in focused: ActionCommands?
  ) -> (entry: CommandEntry, isNamed: Bool)? {
    if let focused, names(startingWith: word()).isEmpty, let entry = focused.entry(named: word()) {
      return (entry, true)
    }
    if let declared { return (declared, true) }
    let begins = types.hasMember(startOf: word()) || focused?.focus.hasMember(startOf: word()) == true
    return begins ? builtIn(named: "print").map { ($0, false) } : nil
  }

  /// The built-in command with a name, even if the feature's vocabulary has another one.
  func builtIn(named name: String) -> CommandEntry? { Self.builtIn(named: name, in: all) }

  private static func builtIn(named name: String, in vocabularies: [AnyVocabulary]) -> CommandEntry? {
    vocabularies.lazy.filter(\.isBuiltIn).flatMap(\.entries).first { $0.name == name }
  }

  /// The options of a built-in command, even if the feature's vocabulary has another one of that name.
  package func options(ofBuiltIn name: String) -> [CommandOption] {
    builtIn(named: name)?.command.options ?? []
  }

  /// The command with a name or an unambiguous prefix, if there is one.
  func entry(named name: String) -> CommandEntry? {
    if let place = places[name] { return entries[place] }
    let words = names(startingWith: name)
    return words.isEmpty
      ? actions.entry(named: name) : words.count > 1 ? nil : places[words[0]].map { entries[$0] }
  }

  /// The command named by a word, if there is one.
  func entry(of word: Word) -> CommandEntry? {
    if let name = word.plainBytes?.shortName, let place = shortNames.firstIndex(of: name) {
      return entries[place]
    }
    return entry(named: word.text)
  }

  /// Whether this is the complete name of a declared command.
  package func hasCommand(_ name: String) -> Bool { places[name] != nil }

  /// Whether a word is the beginning of one with which a line can begin.
  func mayBegin(with start: String, in focused: ActionCommands?) -> Bool {
    !names(startingWith: start).isEmpty
      || [actions, focused].compactMap(\.self).contains {
        !$0.entries(startingWith: start).isEmpty || $0.focus.mayBecomeMember(start)
      }
  }

  /// The declared names with this prefix, one for each command: its name rather than an alias.
  func names(startingWith start: String) -> [String] {
    guard !start.isEmpty else { return [] }
    let matches = places.filter { $0.key.hasPrefix(start) }
    return Dictionary(grouping: matches, by: \.value)
      .compactMap { place, words in
        let name = entries[place].name
        return matches[name] == place ? name : words.map(\.key).min()
      }
      .sorted()
  }

  /// The command named by a word: by its name, an alias, or an unambiguous prefix of either.
  ///
  /// - Throws: An error at the word, with the commands that it could mean or a similar name.
  ///
  /// - Parameters:
  ///   - noun: What the word may name.
  ///   - others: Other words to suggest.
  func entry(
    for word: Word,
    named noun: String = "command",
    orOneOf others: @autoclosure () -> [String] = []
  ) throws(Diagnostic) -> CommandEntry {
    if let entry = entry(of: word) { return entry }
    // The names of earlier versions count only if no other name begins so.
    var candidates = names(startingWith: word.text).filter { entry(named: $0)?.former == nil }
    if candidates.count == 1, let entry = entry(named: candidates[0]) { return entry }
    if candidates.isEmpty { candidates = actions.entries(startingWith: word.text).map(\.name) }
    if candidates.count > 1 {
      throw word.diagnostic(
        "'\(word.text)' is ambiguous: \(candidates.joined(separator: ", "))",
        hint: "type more of the name"
      )
    }
    throw word.diagnostic(
      "unknown \(noun) '\(word.text)'",
      hint: word.text.hasSuffix(";")
        ? "write one command per line; ';' does not separate commands"
        : candidates.first.map { "did you mean '\($0)'?" } ?? remedy(for: word.text, orOneOf: others())
          ?? "'help' lists the commands"
    )
  }

  /// The suggestion for an unknown name: the equivalent of a word from another tool, or a similar name.
  func remedy(for name: String, orOneOf others: [String]) -> String? {
    let known = entries.filter { $0.former == nil } + actions.vocabulary.entries
    return equivalent(of: name).map { "use '\($0)'" }
      ?? Spelling.suggestion(
        for: name,
        among: (known.flatMap { [$0.name] + $0.aliases } + others).sorted()
      )
  }

  /// The line that a word from another debugger, a shell or version control stands for.
  private func equivalent(of word: String) -> String? {
    linesOfOtherTools.meanings.first { $0.meaning.words.contains(word) }?.name
  }

  /// Each line with the words that it replaces.
  private var linesOfOtherTools: String {
    """
    .ACTION :: dispatch send
    \(hasCommand("delete") ? "delete" : "undo") :: del remove rm
    \(overview?.name ?? "print") :: ls
    advance DURATION :: sleep tick wait
    amend A --before B :: rebase
    amend MOMENT COMMAND :: cherry-pick
    begin :: init
    break -d N :: disable
    break EXPR :: until
    clock :: date time
    clock pause :: pause
    clock play :: play
    effects :: jobs ps
    expect EXPR :: assert test
    explore --along always EXPR :: causes
    find EXPR :: bisect grep
    goto +1 :: down
    goto -1 :: up
    goto MOMENT :: checkout jump restore
    goto start :: reset restart rewind
    help . :: actions
    help COMMAND :: man which
    info :: status top
    let :: who whos
    load FILE :: open
    log :: backtrace bt head list
    log --moves :: reflog
    log 10 :: tail
    mark NAME :: stash tag
    print :: dump locals
    print --outline :: dir schema tables
    print EXPR :: cat echo inspect po
    quit :: bye logout
    record --text FILE :: output
    run :: cont continue finish
    save FILE :: commit cp
    set :: env
    show :: frame
    source FILE :: read
    step :: next
    tree :: branch
    undo :: revert
    watch PATH :: display
    why EXPR :: blame
    """
  }
}

extension String {
  /// The words between its spaces.
  var words: [String] { split(separator: " ").map(String.init) }
}

extension Collection<UInt8> {
  /// The bytes of a name as a number, if there are at most seven.
  fileprivate var shortName: Int? {
    guard count < 8 else { return nil }
    var name = 1
    for byte in self { name = name << 8 | Int(byte) }
    return name
  }
}

/// The types of a feature's states and actions.
package struct FeatureTypes {
  package let state: Any.Type
  package let action: Any.Type
  /// The functions of the feature's dependencies that can be answered.
  package let endpoints: FeatureEndpoints
  /// Whether an action is one that a user can send, as the program declares; `nil` if it does not.
  let isUserAction: ((Any) -> Bool)?

  package init(
    state: Any.Type,
    action: Any.Type,
    isUserAction: ((Any) -> Bool)? = nil,
    endpoints: @escaping () -> [FeatureEndpoint] = { [] }
  ) {
    self.state = state
    self.action = action
    self.isUserAction = isUserAction
    self.endpoints = FeatureEndpoints(find: endpoints)
  }

  /// The feature as a whole.
  var focus: Focus { Focus(state: state, action: action) }

  /// Whether a text starts with a name that an expression over the state can start with.
  func hasMember(startOf text: String) -> Bool { focus.hasMember(startOf: text) }
}
