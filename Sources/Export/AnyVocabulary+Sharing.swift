import TodoShellCommands
import Core

extension AnyVocabulary {
  /// The command that writes files for other tools.
  package static var sharing: Self {
    AnyVocabulary("Sharing") {
      "export"
      AnyCommand(
        Argument.flag("-f", "--force", summary: "overwrite an existing file"),
        Argument.flag(
          "-x",
          "--explored",
          summary: "the states of 'explore --graph' instead, for dot and mermaid"
        ),
        Argument.option(
          "--with",
          Argument.file("MAPPING"),
          summary: "for itf: the mapping with the variables to write, as for 'expect --trace'"
        ),
        Argument.choice(
          "format",
          usage: "FORMAT",
          among: ExportFormat.allCases.map { ($0.rawValue, $0, $0.summary) }
        ),
        Argument.file("FILE", mayBeOutput: true),
        help: """
          Write the session for a browser or another tool

          Swift tests, traces and the files for Redux DevTools and Perfetto contain this branch, from the start to its tip; the \
          others contain the whole tree. HTML and Redux files also contain the session as a script, so 'load' reads them.

          An existing file is refused unless --force is given. A file is written as a whole or not at all. '-' in \
          place of FILE prints the text.

          export html friday.html :: a page that shows the whole history in a browser
          export redux friday.json :: this branch for Redux DevTools
          export swift Friday.swift :: this branch as a test in Swift, with 'TestStore'
          export trace friday.trace :: the effects of this branch over virtual time, for Perfetto
          export itf friday.itf.json :: the states of this branch as a trace for Quint and Apalache
          export dot friday.dot :: the tree for Graphviz
          export mermaid friday.mermaid :: the tree as a Mermaid flowchart
          export mermaid - :: print it
          export cast friday.cast :: the commands and their output, for asciinema
          """
      ) { shell, replaces, isExplored, mapping, format, file in
        try shell.checkThatNotInUse(file)
        shell.catchUp()
        if let mapping, format != .itf {
          throw mapping.diagnostic(
            "\(format.rawValue) files have no variables of a specification",
            hint: "leave out --with"
          )
        }
        shell.answer(
          try shell.export(
            as: format,
            to: file,
            replaces: replaces,
            isExplored: isExplored,
            mapping: mapping.map { try TraceMapping(reading: $0, of: shell.table.types) }
          )
        )
      }
    }
  }
}
