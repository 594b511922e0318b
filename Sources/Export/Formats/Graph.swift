import TodoShellCommands
import Core
import TodoShellValues

/// A drawing of boxes and arrows, in the languages of Graphviz and Mermaid.
struct Graph {
  /// A box.
  struct Node {
    let id: String
    /// The lines of its text.
    let lines: [String]
    var style = Style.plain
    /// A longer text, which Graphviz shows at the pointer.
    var details: String?
  }

  /// An arrow.
  struct Edge {
    let from: String
    let to: String
    var label: String?
  }

  enum Style {
    case plain
    /// The current moment, or the start.
    case current
    /// On another branch than the current moment.
    case aside
    /// A command that a what-if omitted, or several commands drawn as one node.
    case dashed
  }

  let name: String
  var nodes: [Node] = []
  var edges: [Edge] = []

  /// What the file contains, for the answer of `export`.
  var content: String { "\(counted(nodes.count, "node")) and \(counted(edges.count, "edge"))" }
}

// In the language of Graphviz.
extension Graph {
  /// The graph in the language of Graphviz.
  var dot: String {
    let lines = nodes.map { node in
      let text = node.lines.map(Self.dotEscaped).joined(separator: "\\n")
      let details = node.details.map { ", tooltip=\"\(Self.dotLines($0))\"" } ?? ""
      return "  \(node.id) [label=\"\(text)\"\(Self.dotStyle(node.style))\(details)];"
    }
    let arrows = edges.map { edge in
      let label = edge.label.map { " [label=\"\(Self.dotEscaped($0))\"]" } ?? ""
      return "  \(edge.from) -> \(edge.to)\(label);"
    }
    return """
      digraph \(name) {
        node [shape=box, style=rounded, fontname="monospace"];
        edge [fontname="monospace"];
      \((lines + arrows).joined(separator: "\n"))
      }

      """
  }

  /// Graphviz reads HTML entities in labels.
  private static func dotEscaped(_ text: String) -> String {
    text.controlCharactersEscaped.replacing("&", with: "&amp;").replacing("\\", with: "\\\\").replacing(
      "\"",
      with: "\\\""
    )
  }

  private static func dotLines(_ text: String) -> String {
    text.allLines.map { dotEscaped(String($0)) }
      .joined(separator: "\\n")
  }

  private static func dotStyle(_ style: Style) -> String {
    switch style {
    case .plain: ""
    case .current: ", style=\"rounded,bold\", penwidth=3"
    case .aside: ", color=gray50, fontcolor=gray35"
    case .dashed: ", style=\"rounded,dashed\""
    }
  }
}

// In the language of Mermaid.
extension Graph {
  /// The number of edges above which Mermaid refuses to draw, unless the page that contains it allows more.
  static let mostMermaidEdges = 500

  /// The graph in the language of Mermaid.
  ///
  /// - Parameters:
  ///   - subject: What the graph shows, in the plural or as a whole, for an error.
  ///   - hint: What to do if there are too many edges.
  /// - Throws: A `CommandFailure` if Mermaid would refuse to draw it.
  func mermaid(of subject: String, hint: String) throws(CommandFailure) -> String {
    guard edges.count <= Self.mostMermaidEdges else {
      throw CommandFailure(
        "Mermaid draws at most \(Self.mostMermaidEdges) edges: too few for \(subject), with \(edges.count)",
        hint: hint
      )
    }
    let lines = nodes.map { node in
      let text = node.lines.map(Self.mermaidEscaped).joined(separator: "<br/>")
      return "  \(node.id)(\"\(text)\")\(node.style == .plain ? "" : ":::\(node.style)")"
    }
    let arrows = edges.map { edge in
      let label = edge.label.map { "|\"\(Self.mermaidEscaped($0))\"|" } ?? ""
      return "  \(edge.from) -->\(label) \(edge.to)"
    }
    return """
      flowchart TD
        classDef current stroke-width:4px
        classDef aside opacity:0.6
        classDef dashed stroke-dasharray:4 4
      \((lines + arrows).joined(separator: "\n"))

      """
  }

  /// Everything that could be markup is written as an entity: Mermaid's texts may contain HTML and Markdown.
  private static func mermaidEscaped(_ text: String) -> String {
    text.controlCharactersEscaped.unicodeScalars.map { scalar in
      let isPlain =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " .,:+-".unicodeScalars.contains(scalar)
      return isPlain ? String(scalar) : "#\(scalar.value);"
    }.joined()
  }
}
