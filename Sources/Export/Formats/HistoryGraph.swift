import Commands
import Core

/// The history as a graph: a node for each command or other landmark of the tree, with the edges from what came before.
struct HistoryGraph {
  /// A node.
  struct Node {
    let id: String
    /// The node before it; `nil` for the start.
    let parent: String?
    /// The lines of its text.
    let lines: [String]
    let style: Style
  }

  enum Style {
    case plain
    /// The current moment.
    case current
    /// On another branch than the current moment.
    case aside
    /// A command that a what-if omitted, or several commands drawn as one node.
    case dashed
  }

  private(set) var nodes: [Node] = []

  init(_ tree: TreeAnswer) {
    var last: [Int: String] = [:]
    for (number, row) in tree.rows.enumerated() {
      let parent = row.isFirst ? last[row.depth - 1] : last[row.depth]
      let node = Self.node(row.content, number: number, parent: parent)
      nodes.append(node)
      if case .leftOut = row.content { continue }
      last[row.depth] = node.id
    }
  }

  private static func node(_ content: TreeAnswer.Content, number: Int, parent: String?) -> Node {
    switch content {
    case .moment(let row):
      let marks = row.marks.map { "[\($0)]" } + [row.trial.map { "(\($0))" }].compactMap(\.self)
      return Node(
        id: "m\(row.moment.number)",
        parent: parent,
        lines: ["#\(row.moment.number) +\(row.moment.time.formatted)", row.title.truncated(to: 60)] + marks,
        style: row.moment.isCurrent ? .current : row.isOnLine ? .plain : .aside
      )
    case .leftOut(let leftOut):
      return Node(
        id: "omitted\(number)",
        parent: parent,
        lines: [leftOut.command.truncated(to: 60), leftOut.reason],
        style: .dashed
      )
    case .folded(let fold):
      return Node(
        id: "m\(fold.first)",
        parent: parent,
        lines: ["\(fold.count) commands", "#\(fold.first) to #\(fold.last)"],
        style: .dashed
      )
    }
  }

  /// What the file contains, for the answer of `export`.
  var content: String { "\(counted(nodes.count, "node")) and \(counted(nodes.count - 1, "edge"))" }
}

extension HistoryGraph {
  /// The graph in the language of Graphviz.
  var dot: String {
    let lines = nodes.flatMap { node in
      let text = node.lines.map(Self.dotEscaped).joined(separator: "\\n")
      let edge = node.parent.map { "  \($0) -> \(node.id);" }
      return ["  \(node.id) [label=\"\(text)\"\(Self.dotStyle(node.style))];"] + [edge].compactMap(\.self)
    }
    return """
      digraph history {
        node [shape=box, style=rounded, fontname="monospace"];
      \(lines.joined(separator: "\n"))
      }

      """
  }

  private static func dotEscaped(_ text: String) -> String {
    text.controlCharactersEscaped.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  private static func dotStyle(_ style: Style) -> String {
    switch style {
    case .plain: ""
    case .current: ", style=\"rounded,bold\", penwidth=3"
    case .aside: ", color=gray50, fontcolor=gray35"
    case .dashed: ", style=\"rounded,dashed\""
    }
  }

  /// The graph in the language of Mermaid.
  var mermaid: String {
    let lines = nodes.flatMap { node in
      let text = node.lines.map(Self.mermaidEscaped).joined(separator: "<br/>")
      let edge = node.parent.map { "  \($0) --> \(node.id)" }
      return ["  \(node.id)(\"\(text)\")\(Self.mermaidStyle(node.style))"] + [edge].compactMap(\.self)
    }
    return """
      flowchart TD
        classDef current stroke-width:4px
        classDef aside opacity:0.6
        classDef dashed stroke-dasharray:4 4
      \(lines.joined(separator: "\n"))

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

  private static func mermaidStyle(_ style: Style) -> String {
    switch style {
    case .plain: ""
    case .current: ":::current"
    case .aside: ":::aside"
    case .dashed: ":::dashed"
    }
  }
}
