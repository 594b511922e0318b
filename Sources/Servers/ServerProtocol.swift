/// A protocol on standard input and output.
public enum ServerProtocol: String, CaseIterable, Sendable {
  /// One command per line, each answered before the next is read: `-i`.
  case live
  /// The Model Context Protocol, for coding agents.
  case mcp
  /// The Debug Adapter Protocol, for editors that debug scripts.
  case dap
  /// The Language Server Protocol, for editors of scripts: `lsp`.
  case lsp
}
