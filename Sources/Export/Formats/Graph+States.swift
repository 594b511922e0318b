import TodoShellCommands

extension Graph {
  /// Explored states: a node for each, with an edge for each command that leads from one to another.
  init(_ graph: StateGraph) {
    self.init(name: "states")
    nodes = graph.states.enumerated().map { number, state in
      Node(
        id: "s\(number)",
        lines: [number == 0 ? "start" : "state \(number)"],
        style: number == 0 ? .current : .plain,
        details: state.text
      )
    }
    edges = graph.transitions.map {
      Edge(from: "s\($0.from)", to: "s\($0.to)", label: $0.command.elided(to: 60))
    }
  }
}
