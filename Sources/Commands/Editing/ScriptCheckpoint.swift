/// What the meaning of the next line of a script depends on, besides the line.
struct ScriptCheckpoint {
  var extent = ScriptExtent()
  var blocks: [OpenBlock] = []
  var openMacro: ScriptParser.OpenMacro?
  var isBehindBlockMark = false
  var variables = ScriptVariables()
  var aliases = AliasTable()
  var macros: [String: Macro] = [:]
}

extension ScriptParser {
  var checkpoint: ScriptCheckpoint {
    get {
      openMacro?.body.seal()
      return ScriptCheckpoint(
        extent: extent,
        blocks: blocks,
        openMacro: openMacro,
        isBehindBlockMark: isBehindBlockMark,
        variables: variables,
        aliases: aliases,
        macros: macros
      )
    }
    set {
      (extent, blocks, openMacro) = (newValue.extent, newValue.blocks, newValue.openMacro)
      (isBehindBlockMark, variables) = (newValue.isBehindBlockMark, newValue.variables)
      (aliases, macros) = (newValue.aliases, newValue.macros)
    }
  }
}

extension ScriptCheckpoint {
  /// The number of commands before it in the script; those of an open macro do not run.
  var commandCount: Int { (openMacro?.outer.extent ?? extent).commandCount }

  /// Counts further commands before it.
  mutating func addCommands(_ count: Int) {
    guard var outer = openMacro?.outer else {
      Self.add(count, to: &extent, &blocks)
      return
    }
    Self.add(count, to: &outer.extent, &outer.blocks)
    openMacro?.outer = outer
  }

  static func add(_ count: Int, to extent: inout ScriptExtent, _ blocks: inout [OpenBlock]) {
    extent.commandCount += count
    for index in blocks.indices { blocks[index].commandCount += count }
  }

  /// Whether the lines that follow mean the same after both. The number of commands before may differ.
  func isSame(as other: Self) -> Bool {
    let commands = extent.commandCount - other.extent.commandCount
    guard isBehindBlockMark == other.isBehindBlockMark, blocks.isSame(as: other.blocks, later: commands),
      variables == other.variables, aliases == other.aliases, macros.isSame(as: other.macros)
    else { return false }
    guard let macro = openMacro, let otherMacro = other.openMacro else {
      return openMacro == nil && other.openMacro == nil
    }
    return commands == 0 && extent.depth == other.extent.depth && macro.isSame(as: otherMacro)
  }
}

extension ScriptParser.OpenMacro {
  /// Whether it has the same lines, which have the same meaning.
  fileprivate func isSame(as other: Self) -> Bool {
    let commands = outer.extent.commandCount - other.outer.extent.commandCount
    guard line.isIdentical(to: other.line), body.isSame(as: other.body) else { return false }
    return outer.blocks.isSame(as: other.outer.blocks, later: commands)
      && outer.variables == other.outer.variables && outer.aliases == other.outer.aliases
      && outer.macros.isSame(as: other.outer.macros)
  }
}

extension [OpenBlock] {
  /// - Parameter commands: How many more commands are before these blocks.
  func isSame(as others: Self, later commands: Int) -> Bool {
    count == others.count && zip(self, others).allSatisfy { $0.isSame(as: $1, later: commands) }
  }
}

extension OpenBlock {
  fileprivate func isSame(as other: Self, later commands: Int) -> Bool {
    guard line.isIdentical(to: other.line), commandCount - other.commandCount == commands else {
      return false
    }
    return times == other.times && (repetition == nil) == (other.repetition == nil)
      && shadowed == other.shadowed
  }
}

extension Dictionary {
  /// Whether both have the same macros, which may be defined at other places.
  fileprivate func isSame(as other: Self) -> Bool where Value == Macro {
    count == other.count
      && allSatisfy { name, macro in
        guard let other = other[name] else { return false }
        return macro === other || macro.isSame(as: other)
      }
  }
}
