/// The steps between numbered states, to find those that can be repeated forever.
struct BehaviourGraph {
  /// A step from a state to another one, or to the same.
  struct Edge {
    let from: Int
    let to: Int
    /// The step, as a number.
    let step: Int32
    /// Whether virtual time passes in it.
    let takesTime: Bool
    /// The monitors that met their goal in it.
    let met: PropertySet
  }

  var edges: [Edge] = []

  /// How many steps that take time are tried as parts of the shortest loop.
  private static let mostCandidates = 64

  /// A short loop in which time passes, as positions in ``edges``, from its first state, which is the one with the
  /// lowest number.
  ///
  /// - Parameters:
  ///   - count: The number of states.
  ///   - isIncluded: Whether a loop may contain an edge.
  func loop(amongStates count: Int, where isIncluded: (Edge) -> Bool) -> [Int]? {
    var outgoing: [[Int]] = Array(repeating: [], count: count)
    for (index, edge) in edges.enumerated() where isIncluded(edge) { outgoing[edge.from].append(index) }
    let component = components(outgoing)
    let timed = outgoing.joined().filter { index in
      edges[index].takesTime && component[edges[index].from] == component[edges[index].to]
    }
    var best: [Int]?
    for first in timed.prefix(Self.mostCandidates) {
      guard let rest = path(from: edges[first].to, to: edges[first].from, outgoing) else { continue }
      if rest.count + 1 < best?.count ?? .max { best = [first] + rest }
    }
    guard let best, let start = best.indices.min(by: { edges[best[$0]].from < edges[best[$1]].from }) else {
      return nil
    }
    return Array(best[start...] + best[..<start])
  }

  /// The shortest path between two states, as positions in ``edges``.
  private func path(from start: Int, to end: Int, _ outgoing: [[Int]]) -> [Int]? {
    if start == end { return [] }
    var incoming: [Int: Int] = [:]
    var queue = [start]
    var position = 0
    while position < queue.count {
      for index in outgoing[queue[position]] {
        let target = edges[index].to
        guard target != start, incoming[target] == nil else { continue }
        incoming[target] = index
        if target == end {
          return sequence(first: index) { incoming[edges[$0].from] }.reversed()
        }
        queue.append(target)
      }
      position += 1
    }
    return nil
  }

  /// The strongly connected component of each state, by the algorithm of Tarjan, without recursion.
  private func components(_ outgoing: [[Int]]) -> [Int] {
    var component = Array(repeating: -1, count: outgoing.count)
    var order = component
    var lowest = component
    var open: [Int] = []
    var count = 0
    for root in outgoing.indices where order[root] < 0 {
      var path: [(state: Int, next: Int)] = []
      func enter(_ state: Int) {
        (order[state], lowest[state]) = (count, count)
        count += 1
        open.append(state)
        path.append((state, 0))
      }
      enter(root)
      while let (state, next) = path.last {
        if next < outgoing[state].count {
          path[path.count - 1].next += 1
          let target = edges[outgoing[state][next]].to
          if order[target] < 0 {
            enter(target)
          } else if component[target] < 0 {
            lowest[state] = min(lowest[state], order[target])
          }
          continue
        }
        path.removeLast()
        if let parent = path.last?.state { lowest[parent] = min(lowest[parent], lowest[state]) }
        guard lowest[state] == order[state] else { continue }
        while let member = open.popLast() {
          component[member] = state
          if member == state { break }
        }
      }
    }
    return component
  }
}
