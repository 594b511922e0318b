/// Whether what was typed so far begins blocks that go on on further lines.
struct OpenBlocks<State, Action> {
  let table: CommandTable<State, Action>

  /// How many blocks are open at the end of a text.
  ///
  /// - Returns: 0 also where something is wrong with a `repeat`, so that it is told at once.
  func count(in text: String) -> Int {
    var count = 0
    for line in Script(scanning: text.utf8, file: "", firstLine: 1).commandLines {
      guard line.kind == .command, let name = line.words.first, let command = table.command(named: name.text)
      else { continue }
      switch command.role {
      case .beginsBlock:
        var reader = ArgumentReader(line: line, usage: command.usage)
        guard let repetition = try? Repetition(reading: &reader) else { return 0 }
        if repetition.command == nil { count += 1 }
      case .endsBlock: count -= 1
      case .defines, .includes, nil: break
      }
    }
    return max(0, count)
  }
}
