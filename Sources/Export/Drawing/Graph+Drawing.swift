import TodoShellDebugger

extension Graph {
  /// A larger graph is for Graphviz.
  static let mostDrawnNodes = 150

  /// A drawing of the graph in layers: a node is one layer below the first node that leads to it.
  ///
  /// - Returns: `nil` if it has too many nodes, or fewer than two.
  var drawing: Drawing? {
    guard (2...Self.mostDrawnNodes).contains(nodes.count) else { return nil }
    let boxes = nodes.map { node in
      let lines = node.lines.map { $0.elided(to: 32) }
      let width = Double(lines.map(\.cellWidth).max() ?? 0) * 7.3 + 16
      return (lines: lines, width: width, height: Double(lines.count) * 15 + 10)
    }
    var centers = Array(repeating: (x: 0.0, y: 0.0), count: nodes.count)
    var width = 0.0
    var y = 8.0
    for layer in layers {
      let height = layer.map { boxes[$0].height }.max() ?? 0
      var x = 8.0
      for node in layer {
        centers[node] = (x + boxes[node].width / 2, y + height / 2)
        x += boxes[node].width + 28
      }
      width = max(width, x - 20)
      y += height + (edges.contains { $0.label != nil } ? 46 : 26)
    }
    var drawing = Drawing(width: width, height: y - 18, title: content)
    for (from, to, label) in arrows where from != to {
      drawing.arrow(
        from: (centers[from], boxes[from].height),
        to: (centers[to], boxes[to].height),
        label: label
      )
    }
    for (node, box) in zip(nodes.indices, boxes) {
      let corner = (x: centers[node].x - box.width / 2, y: centers[node].y - box.height / 2)
      let style = nodes[node].style
      drawing.box(
        at: corner,
        size: (box.width, box.height),
        style == .current ? .accent : .line,
        width: style == .current ? 2.5 : 1,
        isDashed: style == .dashed,
        title: nodes[node].details
      )
      for (row, line) in box.lines.enumerated() {
        let place = (x: centers[node].x, y: corner.y + 16 + Double(row) * 15)
        drawing.text(line, at: place, style == .current ? .accent : .text, .middle, isStrong: row == 0)
      }
    }
    return drawing
  }

  /// The edges, with the positions of their nodes.
  private var arrows: [(from: Int, to: Int, label: String?)] {
    let places = Dictionary(nodes.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    return edges.compactMap { edge in
      guard let from = places[edge.from], let to = places[edge.to] else { return nil }
      return (from, to, edge.label)
    }
  }

  /// The nodes by their distance from the first one, each layer in the order of the nodes above.
  private var layers: [[Int]] {
    var next: [Int: [Int]] = [:]
    for arrow in arrows { next[arrow.from, default: []].append(arrow.to) }
    var seen = Set<Int>()
    var layers: [[Int]] = []
    // A node that nothing leads to begins in the first layer.
    let targets = Set(next.values.joined())
    var layer = nodes.indices.filter { $0 == 0 || !targets.contains($0) }
    while !layer.isEmpty {
      seen.formUnion(layer)
      layers.append(layer)
      var below: [Int] = []
      for node in layer.flatMap({ next[$0] ?? [] }) where seen.insert(node).inserted { below.append(node) }
      layer = below
    }
    let rest = nodes.indices.filter { !seen.contains($0) }
    return rest.isEmpty ? layers : layers + [rest]
  }
}

extension Drawing {
  fileprivate mutating func arrow(
    from start: (center: (x: Double, y: Double), height: Double),
    to end: (center: (x: Double, y: Double), height: Double),
    label: String?
  ) {
    let isDown = end.center.y > start.center.y
    let isLevel = end.center.y == start.center.y
    // An arrow within a layer, or back to one above, leaves at the bottom or the top and bends.
    let from = (x: start.center.x, y: start.center.y + (isDown || isLevel ? 1 : -1) * start.height / 2)
    let to = (x: end.center.x, y: end.center.y + (isDown ? -1 : 1) * end.height / 2)
    if isLevel {
      shape(
        "M\(Int(from.x)) \(Int(from.y))Q\(Int((from.x + to.x) / 2)) \(Int(from.y) + 24) \(Int(to.x)) \(Int(to.y))",
        stroke: .line
      )
    } else {
      line(from: from, to: to, .line)
    }
    let direction = isDown ? 1.0 : -1.0
    shape(
      "M\(Int(to.x)) \(Int(to.y))l-3 \(Int(-7 * direction))h6Z",
      fill: .line
    )
    guard let label else { return }
    text(
      label.elided(to: 24),
      at: ((from.x + to.x) / 2, (from.y + to.y) / 2 + (isLevel ? 14 : 4)),
      .note,
      .middle
    )
  }
}
