import TodoShellCommands
import Core
import TodoShellValues

extension AnyInterpreter {
  /// The text of the session in a format.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - file: The name of the file, after which a test is named.
  ///   - opensAtFailure: Whether a page opens at the first failure instead of the current moment.
  ///   - mapping: The variables of a trace; by default the fields of the state.
  /// - Returns: The text, and a description of what it contains: `12 moments on 2 branches`.
  /// - Throws: A `CommandFailure` if the session cannot be written in the format, or if interrupted.
  package func exported(
    as format: ExportFormat,
    file: String = "",
    opensAtFailure: Bool = false,
    mapping: TraceMapping? = nil
  ) throws -> (text: String, content: String) {
    func exportedSession() throws -> ExportedSession {
      try ExportedSession(of: debugger, program: application.name)
    }
    switch format {
    case .html:
      let session = try exportedSession()
      let page = HTMLPage(
        session: session,
        states: ExportedStates(debugger: debugger, form: .swift { ValueText.short($0) ?? actionText($0) }),
        sources: SourceExcerpt.all(of: session, in: self.session),
        title: title,
        views: try views(),
        exploration: exploration,
        likelihood: likelihood,
        comparisons: try comparisons(),
        opensAtFailure: opensAtFailure
      )
      return (try page.text(), page.session.extent)
    case .redux:
      let file = ReduxFile(session: try exportedSession())
      let content = "\(counted(file.session.line.count, "moment")) of this branch"
      return (try file.text(), content)
    case .swift:
      let test = SwiftTestFile(of: debugger, program: application.name, file: file)
      return (try test.text(), test.content)
    case .trace:
      var file = TraceFile(try exportedSession())
      return (file.text(), file.content)
    case .itf:
      let file = ITFFile(debugger: debugger, program: application.name, mapping: mapping)
      let content = "\(counted(session.line.count, "state")) of this branch"
      if let warning = file.warning { debugger.warn(warning) }
      return (try file.text(), content)
    case .dot:
      let graph = Graph(debugger.tree(isFull: true))
      return (graph.dot, graph.content)
    case .mermaid:
      let full = Graph(debugger.tree(isFull: true))
      // A long history is folded.
      let graph = full.edges.count <= Graph.mostMermaidEdges ? full : Graph(debugger.tree())
      return (try graph.mermaid(of: "the history", hint: "'export dot FILE' has no limit"), graph.content)
    case .cast:
      let file = CastFile(
        application: application,
        script: debugger.sessionText(),
        isInterrupted: debugger.isInterrupted
      )
      return (try file.text(), "\(counted(recorder.entries.count, "command"))")
    }
  }

  /// The title of a page: the name of the script, if it has one.
  private var title: String {
    let name = AtomicFile.name(of: debugger.events.script).prefix { $0 != "." }
    // Lines that are typed or given as options have no meaningful name.
    return name.isEmpty || name.hasPrefix("-") ? application.name : "\(name) · \(application.name)"
  }

  /// The output of the feature's own command for the whole state, by moment. If it would be too long, only
  /// some moments are included.
  private func views() throws -> [Int: [String]] {
    let mostLines = 200_000
    guard let current = overview(coloredPage) else { return [:] }
    func view(_ number: Int) -> [String] { session.visiting(moment: number) { overview(coloredPage) } ?? [] }
    var views = [0: view(0)]
    var lineCount = 0
    let count = session.moments.count
    var step = sequence(first: 1) { $0 * 2 }.first { $0 >= count } ?? 1
    // The moments halfway between those that are known, until there are too many lines.
    while step > 0, lineCount <= mostLines {
      for number in stride(from: step, to: count, by: 2 * step) where lineCount <= mostLines {
        try debugger.checkInterruption()
        views[number] = view(number)
        lineCount += views[number]?.count ?? 0
      }
      if lineCount > mostLines { views = views.filter { $0.key % (2 * step) == 0 } }
      step /= 2
    }
    views[session.moment.number] = current
    return views
  }

  /// The text of the explored states in a format.
  ///
  /// - Throws: A `CommandFailure` if there are none, or if the format cannot show them.
  private func exploredStates(as format: ExportFormat) throws -> (text: String, content: String) {
    guard format == .dot || format == .mermaid else {
      throw CommandFailure(
        "\(format.rawValue) files do not show explored states",
        hint: "'export --explored dot FILE' and 'export --explored mermaid FILE' do"
      )
    }
    guard let stateGraph else {
      throw CommandFailure("no explored states are recorded", hint: "'explore --graph' records them")
    }
    let graph = Graph(stateGraph)
    if format == .dot { return (graph.dot, graph.content) }
    let hint = "explore with a smaller --depth, or use 'export --explored dot FILE'"
    return (try graph.mermaid(of: "the explored states", hint: hint), graph.content)
  }

  /// The name that stands for the output instead of a file.
  private static let output = "-"

  /// Writes the session to a file in a format, or puts it into the answer if the file is `-`.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - replaces: Whether to overwrite a file with contents.
  ///   - isExplored: Whether to write the explored states instead.
  ///   - mapping: The variables of a trace; `nil` for the fields of the state.
  /// - Throws: A `Diagnostic` at the file's name, or a `CommandFailure`; an existing file is then unchanged.
  func export(
    as format: ExportFormat,
    to file: Located<String>,
    replaces: Bool,
    isExplored: Bool,
    mapping: TraceMapping?
  ) throws -> FileAnswer {
    var content = ""
    func made() throws -> String {
      let name = file.value == Self.output ? "" : file.value
      let result =
        try isExplored ? exploredStates(as: format) : exported(as: format, file: name, mapping: mapping)
      content = result.content
      return result.text
    }
    let text = file.value == Self.output ? try made() : nil
    let bytes = try text?.utf8.count ?? write(to: file, replaces: replaces, made)
    let export = FileAnswer.Export(format: format.rawValue, bytes: bytes, content: content, text: text)
    return debugger.fileAnswer(.exported, file.value, export: export)
  }

  /// Writes a file for another tool atomically.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - replaces: Whether to overwrite a file with contents.
  ///   - text: Its new contents, made only if they can be written.
  /// - Returns: The number of bytes written.
  /// - Throws: A `Diagnostic` at the file's name, or the error of `text`; an existing file is then unchanged.
  private func write(
    to file: Located<String>,
    replaces: Bool,
    _ text: () throws -> String
  ) throws -> Int {
    let path = file.value
    return try file.namingErrors {
      if try recorder.journal?.isFile(at: path) == true {
        throw file.diagnostic("the session is being recorded in '\(path)'", hint: "choose another name")
      }
      try file.checkThatFileCanBeReplaced()
      var count = 0
      // Others may read it.
      try SessionJournal.replace(path, newMode: 0o666) { contents in
        guard replaces || contents.isEmpty else {
          throw file.diagnostic(
            "'\(path)' already exists",
            hint: "choose another name, or overwrite it with 'export --force'"
          )
        }
        let bytes = Array(try text().utf8)
        count = bytes.count
        return bytes
      }
      return count
    }
  }
}

extension ExportedSession {
  /// What a file with the whole tree contains.
  var extent: String {
    let moments = counted(moments.count, "moment")
    return branches.count > 1 ? "\(moments) on \(branches.count) branches" : moments
  }
}
