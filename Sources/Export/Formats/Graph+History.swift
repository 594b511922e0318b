import Core
import TodoShellDebugger

extension Graph {
  /// The history: a node for each command or other landmark of the tree, with an edge from what came before.
  init(_ tree: TreeAnswer) {
    self.init(name: "history")
    var last: [Int: String] = [:]
    for (number, row) in tree.rows.enumerated() {
      let node = Self.node(row.content, number: number)
      nodes.append(node)
      if let parent = row.isFirst ? last[row.depth - 1] : last[row.depth] {
        edges.append(Edge(from: parent, to: node.id))
      }
      if case .leftOut = row.content { continue }
      last[row.depth] = node.id
    }
  }

  private static func node(_ content: TreeAnswer.Content, number: Int) -> Node {
    switch content {
    case .moment(let row):
      let marks = row.marks.map { "[\($0)]" } + [row.trial.map { "(\($0))" }].compactMap(\.self)
      return Node(
        id: "m\(row.moment.number)",
        lines: ["#\(row.moment.number) +\(row.moment.time.formatted)", row.title.elided(to: 60)] + marks,
        style: row.moment.isCurrent ? .current : row.isOnLine ? .plain : .aside
      )
    case .leftOut(let leftOut):
      return Node(
        id: "omitted\(number)",
        lines: [leftOut.command.elided(to: 60), leftOut.reason],
        style: .dashed
      )
    case .folded(let fold):
      return Node(
        id: "m\(fold.first)",
        lines: ["\(fold.count) commands", "#\(fold.first) to #\(fold.last)"],
        style: .dashed
      )
    }
  }
}
