import Sessions

/// A property of a ``Machine``, on the values of its variables.
enum MachineProperty: Hashable {
  /// A variable has a value.
  struct Condition: Hashable {
    let variable: Int
    let value: Int

    func holds(_ values: [Int]) -> Bool { values[variable] == value }
  }

  case never(event: Int)
  case alwaysNot(Condition)
  case sometimes(Condition, Condition)
  /// From the start, or from each trigger, to a goal, within tenths of a second if there is a limit.
  case response(from: Condition?, to: Condition, within: Int?)
}

/// Decides a property by its own search, which knows exactly where each effect is.
struct MachineChecker {
  let machine: Machine
  let order: MachineModel.Order
  /// How many places may be found.
  let limit: Int

  /// The progress towards a response.
  private enum Watch: Hashable {
    case idle, met, missed
    case waiting(Int?)
  }

  private struct Place: Hashable {
    var model: MachineModel
    var watch: Watch
  }

  private struct Edge {
    let target: Int
    let takesTime: Bool
    let isMet: Bool
  }

  /// Whether something decides the property: violates it, or reaches what `sometimes` claims.
  ///
  /// - Returns: `nil` if there are too many places.
  func decides(_ property: MachineProperty) -> Bool? {
    var start = Place(model: MachineModel(), watch: .idle)
    if case .response(nil, _, let within) = property { start.watch = .waiting(within) }
    let point = MachineModel.Point(values: start.model.values, passed: 0, isSettled: true)
    var (hasHit, isMet) = (judge(property, point, &start.watch), false)
    if hasHit || isDeadEnd(start) { return true }
    var numbers = [start: 0]
    var places = [start]
    var edges: [[Edge]] = []
    while edges.count < places.count {
      guard places.count <= limit else { return nil }
      let place = places[edges.count]
      // More would have too many orders. An effect whose event starts another each time doubles them at each instant.
      guard place.model.sleepers.count <= (order == .usual ? 64 : 4) else { return nil }
      var outgoing: [Edge] = []
      for step in place.model.steps(of: machine, order) {
        if case .never(let event) = property, step.events.contains(event) { return true }
        var next = Place(model: step.model, watch: place.watch)
        isMet = false
        for point in step.points {
          hasHit = judge(property, point, &next.watch, &isMet)
          if hasHit { return true }
        }
        if isDeadEnd(next) { return true }
        if numbers[next] == nil {
          numbers[next] = places.count
          places.append(next)
        }
        let takesTime = step.points.contains { $0.passed > 0 }
        outgoing.append(Edge(target: numbers[next] ?? 0, takesTime: takesTime, isMet: isMet))
      }
      edges.append(outgoing)
    }
    return hasLoop(places, edges)
  }

  private func isDeadEnd(_ place: Place) -> Bool {
    place.watch == .waiting(nil) && place.model.sleepers.isEmpty
  }

  private func judge(_ property: MachineProperty, _ point: MachineModel.Point, _ watch: inout Watch) -> Bool {
    var isMet = false
    return judge(property, point, &watch, &isMet)
  }

  /// Judges a point.
  ///
  /// - Returns: Whether it decides the property.
  private func judge(
    _ property: MachineProperty,
    _ point: MachineModel.Point,
    _ watch: inout Watch,
    _ isMet: inout Bool
  ) -> Bool {
    switch property {
    case .never: return false
    case .alwaysNot(let condition): return condition.holds(point.values)
    case .sometimes(let first, let second): return first.holds(point.values) && second.holds(point.values)
    case .response(let trigger, let goal, let within):
      if watch == .met { return false }
      if case .waiting(let left?) = watch {
        // The goal was not reached at the last instant.
        if left < point.passed { return true }
        watch = .waiting(left - point.passed)
      }
      let wasIdle = watch == .idle
      if wasIdle, trigger?.holds(point.values) == false { return false }
      if goal.holds(point.values) {
        watch = trigger == nil ? .met : .idle
        isMet = true
        return false
      }
      if wasIdle { watch = .waiting(within) }
      return watch == .waiting(0) && point.isSettled
    }
  }

  /// Whether the goal can be missed forever while time passes.
  private func hasLoop(_ places: [Place], _ edges: [[Edge]]) -> Bool {
    func next(_ place: Int) -> [Edge] {
      edges[place].filter { !$0.isMet && places[$0.target].watch == .waiting(nil) }
    }
    let following = places.indices.map { places[$0].watch == .waiting(nil) ? next($0) : [] }
    for place in places.indices {
      for edge in following[place] where edge.takesTime {
        // Does it lead back?
        var (isSeen, open) = (Array(repeating: false, count: places.count), [edge.target])
        while let current = open.popLast() {
          if current == place { return true }
          for edge in following[current] where !isSeen[edge.target] {
            isSeen[edge.target] = true
            open.append(edge.target)
          }
        }
      }
    }
    return false
  }
}
