/// A change of what is known before some part of a script that is being edited: macros do something else, or have other
/// names. Only the parts that name one of them have to be checked again.
struct MacroChange {
  typealias Checkpoint = ScriptCheckpoint

  /// The names of the macros that differ.
  let names: [[UInt8]]
  /// The names of all macros and aliases.
  let ownNames: Set<String>

  /// - Returns: `nil` if something else differs, too.
  init?(from old: Checkpoint, to new: Checkpoint) {
    let commands = new.extent.commandCount - old.extent.commandCount
    guard old.isBehindBlockMark == new.isBehindBlockMark, new.blocks.isSame(as: old.blocks, later: commands),
      old.extent.depth == new.extent.depth, old.variables == new.variables, old.aliases == new.aliases
    else { return nil }
    var names = Set<String>()
    switch (old.openMacro, new.openMacro) {
    case (nil, nil): break
    case (let before?, let now?) where before.isKnown == now.isKnown:
      if !before.line.isIdentical(to: now.line) {
        names.formUnion([before.head, now.head].compactMap { $0?.name })
      }
    default: return nil
    }
    for (name, macro) in new.macros where old.macros[name].map({ !$0.isSame(as: macro) }) ?? true {
      names.insert(name)
    }
    for name in old.macros.keys where new.macros[name] == nil { names.insert(name) }
    // What an alias puts together from other words cannot be searched for.
    let aliases = new.aliases.all
    guard !aliases.contains(where: { $0.command.contains("$") || names.contains(where: $0.command.contains) })
    else { return nil }
    self.names = names.map { Array($0.utf8) }
    ownNames = Set(new.macros.keys).union(aliases.map(\.name))
  }

  /// What is known after a part that names none of the macros.
  ///
  /// - Parameters:
  ///   - old: What was known before it.
  ///   - after: What was known after it.
  ///   - new: What is known before it.
  /// - Returns: `nil` if a macro begins or ends in it.
  func checkpoint(after: Checkpoint, from old: Checkpoint, to new: Checkpoint) -> Checkpoint? {
    var result = after
    let commands = new.extent.commandCount - old.extent.commandCount
    ScriptCheckpoint.add(commands, to: &result.extent, &result.blocks)
    result.macros = new.macros
    switch (old.openMacro, after.openMacro, new.openMacro) {
    case (nil, nil, nil): break
    case (let before?, let later?, var now?) where before.line.isIdentical(to: later.line):
      guard let added = later.body.suffix(after: before.body) else { return nil }
      now.body.append(added)
      result.openMacro = now
    default: return nil
    }
    return result
  }
}
