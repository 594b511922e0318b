import Core
import TodoShellSystem

/// Sourced scripts, which are checked with the scripts that contain them.
extension ScriptParser {
  /// The locations from which the script being checked is sourced; typed input is omitted, since it is visible above.
  var sourcings: [String] {
    zip(open, open.dropFirst()).reversed().compactMap { outer, inner in
      outer.identity == nil ? nil : inner.call.flatMap { CallFrame.script(call: $0).note }
    }
  }

  /// Checks the script that `source FILE` names.
  ///
  /// - Throws: An error if there is no such file, or if it is already being read.
  func include(_ file: Word) throws(Diagnostic) -> Program {
    var path = try file.path(from: folder)
    var identity = AtomicFile.resolvingLinks(path)
    // '.' and '..' can be removed from a path unless a symbolic link precedes '..', even if only an editor has the file.
    let plain = path.hasPrefix("/") ? URL(filePath: path).standardized.path : path
    if plain != path {
      let target = AtomicFile.resolvingLinks(plain)
      if identity == path || identity == target { (path, identity) = (plain, target) }
    }
    included.paths.insert(identity)
    if open.contains(where: { $0.identity == identity }) {
      let chain = open.drop { $0.identity != identity }.map(\.name) + [path]
      throw file.diagnostic(
        "'\(file.text)' is already being read: the scripts source each other in a cycle",
        notes: [chain.joined(separator: " → ")]
      )
    }
    var inclusion = IncludedScripts.Inclusion(script: identity, scope)
    if isRunning { inclusion.variables = nil }
    if let known = included.scripts[inclusion] {
      let program = known.program
      included.paths.formUnion(known.paths)
      let end = program.scope
      (scope.variables, scope.macros, scope.focused) = (end.variables, end.macros, end.focused)
      try count(program.commandCount, depth: program.scope.extent.depth, at: file.source)
      return program
    }
    if open.count > ScriptExtent.deepest {
      throw file.diagnostic(ScriptExtent.tooDeep)
    }
    let outer = included.paths
    included.paths = []
    defer { included.paths.formUnion(outer) }
    let program = try program(file, path: path)
    let found = IncludedScripts.Included(program: program, paths: included.paths)
    if included.insert(found, for: inclusion), !isStopped {
      isStopped = true
      throw file.diagnostic(
        "scripts are sourced too often with different variables, aliases or macros",
        notes: ["each time, all of their commands are checked again"],
        hint: "put the commands that differ in a macro, and source its script once"
      )
    }
    // The location of the stop has been reported.
    if !isStopped { try count(program.commandCount, depth: program.scope.extent.depth, at: file.source) }
    return program
  }

  private func program(_ file: Word, path: String) throws(Diagnostic) -> Program {
    do {
      let source =
        if let known = included.sources[path] { known } else { try openScript(path, isInterrupted) }
      included.sources[path] = source
      return try program(source, calledAt: file.source.location)
    } catch  where error.code == EINTR {
      isStopped = true
      throw file.diagnostic("interrupted")
    } catch {
      throw file.diagnostic(
        error.description,
        hint: "a relative path begins at the folder of the script that contains 'source'"
      )
    }
  }
}
