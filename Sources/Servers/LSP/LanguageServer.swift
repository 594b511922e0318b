import TodoShellCommands
import Core

/// Answers the requests of an editor about scripts: the Language Server Protocol, version 3.17.
package final class LanguageServer {
  let interpreter: AnyInterpreter
  let server: RPCServer
  private let variables: [String: Variable]
  /// The open documents, by their URIs.
  var documents: [String: OpenDocument] = [:]
  private(set) var encoding = PositionEncoding.utf16
  /// Whether the client asks for diagnostics; otherwise they are sent.
  private(set) var clientPulls = false
  /// Whether the client takes parameters of a signature as ranges in it.
  var clientTakesOffsets = false
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
    _ interpreter: AnyInterpreter,
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
    server.on("initialize") { [unowned self] params in initialize(params) }
    server.on("shutdown") { [unowned self] _ in
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
    let signatures = client?["textDocument"]?["signatureHelp"]?["signatureInformation"]
    clientTakesOffsets = signatures?["parameterInformation"]?["labelOffsetSupport"]?.bool == true
    clientRefreshes = client?["workspace"]?["diagnostics"]?["refreshSupport"]?.bool == true
    let application = interpreter.application
    return [
      "capabilities": capabilities,
      "serverInfo": ["name": application.name.json, "version": application.version.nonEmpty?.json],
    ]
  }

  private var capabilities: JSON {
    [
      "positionEncoding": encoding.rawValue.json,
      "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
      "diagnosticProvider": ["interFileDependencies": true, "workspaceDiagnostics": false],
      "completionProvider": [
        "triggerCharacters": [".", "$", "(", "\\", "-", " ", "[", "{", "@", "/"].json
      ],
      "signatureHelpProvider": ["triggerCharacters": [" "]],
      "hoverProvider": true,
      "definitionProvider": true,
      "referencesProvider": true,
      "documentHighlightProvider": true,
      "renameProvider": ["prepareProvider": true],
      "documentSymbolProvider": true,
      "foldingRangeProvider": true,
      "documentFormattingProvider": true,
      "documentRangeFormattingProvider": true,
      "semanticTokensProvider": ["legend": TokenEncoder.legend, "range": true, "full": ["delta": true]],
    ]
  }
}

/// Documents.
extension LanguageServer {
  /// The document of a request.
  ///
  /// - Throws: An error if it is not open, or if the request was cancelled while it waited.
  private func document(of params: JSON) throws(RPCError) -> OpenDocument {
    if server.isCancelled { throw .cancelled }
    guard let uri = params["textDocument"]?["uri"]?.string else {
      throw RPCError(.invalidParams, "the parameter 'textDocument.uri' is not a string")
    }
    guard let document = documents[uri] else {
      throw RPCError(.invalidParams, "the document '\(uri)' is not open")
    }
    return document
  }

  /// Answers requests about a document.
  func onDocument(
    _ method: String,
    _ answer: @escaping (OpenDocument, _ params: JSON) throws(RPCError) -> JSON
  ) {
    server.on(method) { [unowned self] params throws(RPCError) in try answer(try document(of: params), params)
    }
  }

  /// Answers requests about an offset in a document.
  func onPlace(
    _ method: String,
    _ answer: @escaping (OpenDocument, _ offset: Int, _ params: JSON) throws(RPCError) -> JSON
  ) {
    onDocument(method) { document, params throws(RPCError) in
      guard let offset = params["position"].flatMap({ document.offset(of: $0) }) else {
        throw RPCError(.invalidParams, "the parameter 'position' has no 'line' and 'character' from 0")
      }
      return try answer(document, offset, params)
    }
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
      // Of several queued changes, check only the last.
      if server.isWaiting("textDocument/didChange", where: { $0["textDocument"]?["uri"]?.string == uri }) {
        return
      }
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

  private func makeParser() -> ScriptParser {
    // Scripts are only checked.
    let parser = ScriptParser(
      table: interpreter.table,
      definitions: Definitions(variables: variables),
      room: 0
    )
    parser.openScript = { [unowned self] (path, isInterrupted) throws(SystemError) in
      let identity = AtomicFile.resolvingLinks(path)
      let open = documents.values.first { $0.path.map(AtomicFile.resolvingLinks) == identity }
      guard let open else { return try .regularFile(path, isInterrupted) }
      return ScriptSource(open.script.text.bytes, name: path, path: path)
    }
    return parser
  }

  /// Updates what depends on a document, or on files that are not open.
  private func didChange(_ uri: String?) {
    if let uri, let document = documents[uri], !clientPulls { publish(document) }
    let path = uri.map { DocumentURI.path(of: $0).map(AtomicFile.resolvingLinks) ?? $0 }
    let dependents = documents.values.filter {
      $0.uri != uri && $0.script.sourcedScriptDidChange(path)
    }
    if !clientPulls { dependents.forEach(publish) }
    if clientPulls, clientRefreshes, !dependents.isEmpty { server.request("workspace/diagnostic/refresh") }
  }
}
