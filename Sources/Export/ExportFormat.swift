/// A format of exported files.
package enum ExportFormat: String, CaseIterable {
  case html
  case redux
  case swift
  case trace
  case itf
  case dot
  case mermaid
  case cast

  /// A short description for completion.
  var summary: String {
    switch self {
    case .html: "a page that shows the whole history in a browser"
    case .redux: "this branch for Redux DevTools"
    case .swift: "this branch as a test in Swift"
    case .trace: "the effects of this branch over virtual time, for Perfetto or chrome://tracing"
    case .itf: "this branch as a trace for Quint, Apalache and their viewers"
    case .dot: "the tree for Graphviz"
    case .mermaid: "the tree as a Mermaid flowchart, for example in Markdown"
    case .cast: "the commands and their output over virtual time, for asciinema"
    }
  }
}
