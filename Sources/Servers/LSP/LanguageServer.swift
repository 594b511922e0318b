import Commands
import Core
import Values

/// Answers the requests of an editor about scripts: the Language Server Protocol, version 3.17.
package final class LanguageServer<State, Action> {
  let interpreter: Interpreter<State, Action>
  let server: RPCServer
  private let variables: [String: Variable]
  /// The open documents, by their URIs.
  var documents: [String: OpenDocument<State, Action>] = [:]
  /// The folders that are open in the editor.
  private(set) var folders: [String] = []
  private(set) var encoding = PositionEncoding.utf16
  /// Whether the client asks for diagnostics; otherwise they are sent.
  private(set) var clientPulls = false
  private(set) var clientRefreshes = false
  private var phase = Phase.new
  /// The number of the last tokens.
  var tokensID = 0

  private enum Phase {
    case new, ready, shutDown
  }

  /// - Parameters:
  ///   - interpreter: An interpreter with a new session, which prints nothing.
  ///   - variables: The variables at the start of each script.
  ///   - channel: The channel to the editor.
  package init(
    _ interpreter: Interpreter<State, Action>,
    variables: [String: Variable],
    channel: MessageChannel<RPCMessage>
  ) {
    self.interpreter = interpreter
    self.variables = variables
    // Help on what stands in a document must not write a file, whatever follows it on the line.
    interpreter.frontEnd.allowsRedirection = false
    server = RPCServer(channel, cancellation: .languageServer)
    answerLifecycle()
    answerChanges()
    answerDiagnostics()
    answerCompletion()
    answerHelp()
    answerDefinitions()
    answerSymbols()
    answerStructure()
    answerTokens()
  }

  /// Runs until `exit`, the end of the input, or a signal.
  ///
  /// - Returns: 0 after a `shutdown`, else 1.
  /// - Throws: `SystemError` if the input cannot be read.
  package func run() throws(SystemError) -> Int32 {
    try server.run()
    return phase == .shutDown ? 0 : 1
  }

  private func answerLifecycle() {
    server.permit = { [unowned self] method throws(RPCError) in
      switch phase {
      case .new where method != "initialize":
        throw RPCError(.notInitialized, "the first request is 'initialize'")
      case .ready where method == "initialize":
        throw RPCError(.invalidRequest, "the server is initialized already")
      case .shutDown: throw RPCError(.invalidRequest, "the server is shut down; only 'exit' can follow")
      case .new, .ready: return
      }
    }
    server.on("initialize") { [unowned self] params throws(RPCError) in initialize(params) }
    server.on("shutdown") { [unowned self] _ throws(RPCError) in
      phase = .shutDown
      return .null
    }
    server.onNotification("exit") { [unowned self] _ in server.stop() }
  }

  private func initialize(_ params: JSON) -> JSON {
    phase = .ready
    let client = params["capabilities"]
    let encodings = client?["general"]?["positionEncodings"]?.elements?.compactMap(\.string) ?? []
    encoding = encodings.lazy.compactMap { PositionEncoding(rawValue: $0) }.first ?? .utf16
    clientPulls = client?["textDocument"]?["diagnostic"] != nil
    clientRefreshes = client?["workspace"]?["diagnostics"]?["refreshSupport"]?.bool == true
    let workspace = params["workspaceFolders"]?.elements?.compactMap { $0["uri"]?.string } ?? []
    let uris = workspace.isEmpty ? [params["rootUri"]?.string].compactMap(\.self) : workspace
    folders = uris.compactMap { DocumentURI.path(of: $0) }
    let application = interpreter.application
    let version = application.version
    return .object([
      "capabilities": capabilities,
      "serverInfo": .object([
        "name": .string(application.name), "version": version.isEmpty ? nil : .string(version),
      ]),
    ])
  }

  private var capabilities: JSON {
    .object([
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": .object([
        "openClose": .bool(true), "change": .number(2), "save": .object(["includeText": .bool(false)]),
      ]),
      "diagnosticProvider": .object([
        "interFileDependencies": .bool(true), "workspaceDiagnostics": .bool(false),
      ]),
      "completionProvider": .object([
        "triggerCharacters": .array([".", "$", "(", "\\", "-", " ", "[", "{", "@", "/"].map(JSON.string))
      ]),
      "signatureHelpProvider": .object(["triggerCharacters": .array([.string(" ")])]),
      "hoverProvider": .bool(true),
      "definitionProvider": .bool(true),
      "referencesProvider": .bool(true),
      "documentHighlightProvider": .bool(true),
      "renameProvider": .object(["prepareProvider": .bool(true)]),
      "documentSymbolProvider": .bool(true),
      "foldingRangeProvider": .bool(true),
      "documentFormattingProvider": .bool(true),
      "documentRangeFormattingProvider": .bool(true),
      "semanticTokensProvider": .object([
        "legend": TokenEncoder.legend, "range": .bool(true), "full": .object(["delta": .bool(true)]),
      ]),
    ])
  }
}

/// Documents.
extension LanguageServer {
  /// The document of a request.
  ///
  /// - Throws: An error if it is not open, or if the request was cancelled while it waited.
  func document(of params: JSON) throws(RPCError) -> OpenDocument<State, Action> {
    if server.isCancelled { throw RPCError(.requestCancelled, "the request was cancelled") }
    guard let uri = params["textDocument"]?["uri"]?.string else {
      throw RPCError(.invalidParams, "the parameter 'textDocument.uri' is not a string")
    }
    guard let document = documents[uri] else {
      throw RPCError(.invalidParams, "the document '\(uri)' is not open")
    }
    return document
  }

  /// The document of a request, and the offset of its position.
  func place(
    of params: JSON
  ) throws(RPCError) -> (document: OpenDocument<State, Action>, offset: Int) {
    let document = try document(of: params)
    guard let offset = params["position"].flatMap({ document.offset(of: $0) }) else {
      throw RPCError(.invalidParams, "the parameter 'position' has no 'line' and 'character' from 0")
    }
    return (document, offset)
  }

  private func answerChanges() {
    server.onNotification("textDocument/didOpen") { [unowned self] params in
      guard let item = params["textDocument"], let uri = item["uri"]?.string, let text = item["text"]?.string
      else { return }
      documents[uri] = OpenDocument(
        uri: uri,
        version: item["version"]?.int,
        text: text,
        encoding: encoding,
        parser: makeParser()
      )
      didChange(uri)
    }
    server.onNotification("textDocument/didChange") { [unowned self] params in
      guard let item = params["textDocument"], let uri = item["uri"]?.string, let document = documents[uri]
      else { return }
      document.version = item["version"]?.int
      document.apply(params["contentChanges"]?.elements ?? [])
      didChange(uri)
    }
    server.onNotification("textDocument/didClose") { [unowned self] params in
      guard let uri = params["textDocument"]?["uri"]?.string, documents[uri] != nil else { return }
      documents[uri] = nil
      if !clientPulls { publish(uri, version: nil, []) }
      didChange(uri)
    }
    // Scripts may source files that are not open.
    for method in ["textDocument/didSave", "workspace/didChangeWatchedFiles"] {
      server.onNotification(method) { [unowned self] _ in didChange(nil) }
    }
  }

  private func makeParser() -> ScriptParser<State, Action> {
    let parser = ScriptParser(table: interpreter.table, variables: variables)
    parser.openScript = { [unowned self] (path, isInterrupted) throws(SystemError) in
      let identity = AtomicFile.resolvingLinks(path)
      let open = documents.values.first { $0.path.map(AtomicFile.resolvingLinks) == identity }
      guard let open else { return try .file(path, isInterrupted) }
      return ScriptSource(open.script.text.bytes, name: path, path: path)
    }
    return parser
  }

  /// Updates what depends on a document, or on a file that is not open.
  private func didChange(_ uri: String?) {
    if let uri, let document = documents[uri], !clientPulls { publish(document) }
    let dependents = documents.values.filter { $0.uri != uri && $0.script.sourcesScripts }
    for document in dependents {
      document.script.sourcedScriptsDidChange()
      if !clientPulls { publish(document) }
    }
    if clientPulls, clientRefreshes, !dependents.isEmpty { server.request("workspace/diagnostic/refresh") }
  }
}
