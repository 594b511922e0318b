/// Decides properties of a ``Machine`` by its own search, which knows exactly where each effect is.
struct MachineChecker {
  let machine: Machine
  /// Where the search begins.
  let start: MachineModel
  var order = MachineModel.Order.usual
  var isAtRestOnly = false
  /// How many places may be found.
  let limit: Int

  /// The result of a search.
  struct Decision: Hashable {
    /// Whether something decides the property: violates it, or reaches what `sometimes` claims.
    var isDecided = false
    /// The number of steps that this takes, in each of which at most a tenth of a second passes; `nil` for a loop.
    var steps: Int?
    /// Whether anything has put the property to the test.
    var isTested = false
  }

  private struct Place: Hashable {
    var model: MachineModel
    var watch: MachineProperty.Watch
    var isDeadEnd: Bool { watch.isWaiting && model.sleepers.isEmpty }
  }

  private struct Edge {
    let target: Int
    let takesTime: Bool
    let isMet: Bool
  }

  /// - Returns: `nil` if there are too many places.
  func decide(_ property: MachineProperty) -> Decision? {
    var decision = Decision()
    func take(_ judgement: MachineProperty.Judgement, after steps: Int) {
      if judgement.isTested { decision.isTested = true }
      if judgement.evidence != nil, !decision.isDecided {
        (decision.isDecided, decision.steps) = (true, steps)
      }
    }
    var start = Place(model: self.start, watch: property.watch)
    take(property.judge(start.model.start, &start.watch, isAtRestOnly: isAtRestOnly), after: 0)
    if start.isDeadEnd { take(.init(evidence: .deadEnd), after: 0) }
    var (numbers, places, depths) = ([start: 0], [start], [0])
    var edges: [[Edge]] = []
    while edges.count < places.count, !decision.isDecided {
      let (place, depth) = (places[edges.count], depths[edges.count] + 1)
      guard places.count <= limit, isSmall(place.model) else { return nil }
      var outgoing: [Edge] = []
      for step in place.model.steps(of: machine, order) {
        var next = Place(model: step.model, watch: place.watch)
        var isMet = false
        for (point, later) in step.points.withNext where !decision.isDecided {
          let judgement = property.judge(point, before: later, &next.watch, isAtRestOnly: isAtRestOnly)
          take(judgement, after: depth)
          isMet = isMet || judgement.isMet
        }
        if next.isDeadEnd { take(.init(evidence: .deadEnd), after: depth) }
        if numbers[next] == nil {
          numbers[next] = places.count
          places.append(next)
          depths.append(depth)
        }
        let takesTime = step.points.contains { $0.passed > 0 }
        outgoing.append(Edge(target: numbers[next] ?? 0, takesTime: takesTime, isMet: isMet))
      }
      edges.append(outgoing)
    }
    if !decision.isDecided { decision.isDecided = hasLoop(places, edges) }
    return decision
  }

  /// What the variables can be after a step.
  ///
  /// - Returns: `nil` if there are too many places, or if a run may never end.
  func reachableValues() -> Set<[Int]>? {
    var (known, open, values) = (Set([start]), [start], Set([start.values]))
    while let model = open.popLast() {
      guard known.count <= limit, isSmall(model) else { return nil }
      if machine.moves.contains(0), !model.sleepers.isEmpty, model.step(.run, of: machine) == nil {
        return nil
      }
      for step in model.steps(of: machine, order) where known.insert(step.model).inserted {
        values.insert(step.model.values)
        open.append(step.model)
      }
    }
    return values
  }

  /// Whether so many effects can be in flight soon that nothing ends: one whose event starts another each time doubles
  /// them at each instant.
  var multiplies: Bool {
    var (known, open) = (Set([start]), [start])
    while let model = open.popLast(), known.count <= limit {
      for step in model.steps(of: machine, order) where known.insert(step.model).inserted {
        if !isSmall(step.model) { return true }
        open.append(step.model)
      }
    }
    return false
  }

  /// More effects would have too many orders.
  private func isSmall(_ model: MachineModel) -> Bool { model.sleepers.count <= (order == .usual ? 12 : 4) }

  /// Whether the goal can be missed forever while time passes.
  private func hasLoop(_ places: [Place], _ edges: [[Edge]]) -> Bool {
    func next(_ place: Int) -> [Edge] {
      edges[place].filter { !$0.isMet && places[$0.target].watch.isWaiting }
    }
    let following = places.indices.map { places[$0].watch.isWaiting ? next($0) : [] }
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

extension MachineChecker {
  /// The number of steps that are enough to decide a property other than by a loop, if neighbouring moves of the clock
  /// count as one.
  ///
  /// - Parameter most: The maximum number. If more are needed, one more is returned.
  /// - Returns: `nil` if there are too many places.
  func fewestSteps(deciding property: MachineProperty, most: Int) -> Int? {
    struct Node: Hashable {
      var place: Place
      var isAfterMove = false
    }
    var start = Place(model: self.start, watch: property.watch)
    let first = property.judge(start.model.start, &start.watch, isAtRestOnly: isAtRestOnly)
    if first.evidence != nil || start.isDeadEnd { return 0 }
    var (known, level, next) = (Set<Node>(), [Node(place: start)], [Node]())
    for count in 0...most {
      var isFound = false
      while let node = level.popLast() {
        guard known.insert(node).inserted else { continue }
        guard known.count <= 4 * limit, isSmall(node.place.model) else { return nil }
        for step in node.place.model.steps(of: machine, order) {
          let isFree = step.isMove && node.isAfterMove
          var place = Place(model: step.model, watch: node.place.watch)
          let isDecided = step.points.withNext.contains { point, later in
            property.judge(point, before: later, &place.watch, isAtRestOnly: isAtRestOnly).evidence != nil
          }
          if isDecided || place.isDeadEnd {
            if isFree { return count }
            isFound = true
          } else if isFree {
            level.append(Node(place: place, isAfterMove: true))
          } else {
            next.append(Node(place: place, isAfterMove: step.isMove))
          }
        }
      }
      if isFound { return count + 1 }
      (level, next) = (next, [])
    }
    return most + 1
  }
}

/// A way through a ``Machine``.
struct MachineBranch {
  let machine: Machine
  /// Whether conditions are judged only while nothing is in flight.
  var isAtRestOnly = false
  /// What was done, without what was impossible.
  private(set) var choices: [Machine.Choice] = []
  /// The points after each choice, the first of them at the start.
  private(set) var points: [[MachineModel.Point]]
  /// The states after each choice.
  private(set) var models: [MachineModel]

  init(of machine: Machine, from start: MachineModel, isAtRestOnly: Bool, _ choices: [Machine.Choice] = []) {
    (self.machine, self.isAtRestOnly) = (machine, isAtRestOnly)
    models = [start]
    points = [[models[0].start]]
    for choice in choices { _ = add(choice) }
  }

  var model: MachineModel { models[models.count - 1] }

  /// - Returns: Whether it was possible.
  mutating func add(_ choice: Machine.Choice) -> Bool {
    guard let step = model.step(choice, of: machine) else { return false }
    choices.append(choice)
    points.append(step.points)
    models.append(step.model)
    return true
  }

  /// Does one of the things that can be done, if it ends.
  @discardableResult mutating func choose(_ number: Int) -> Machine.Choice? {
    let all = machine.choices(at: model.values)
    return add(all[number % all.count]) ? all[number % all.count] : nil
  }

  enum Verdict: Hashable {
    case holds(isVacuous: Bool)
    /// After how many choices.
    case fails(MachineProperty.Evidence, choices: Int)
    case open
  }

  /// What it shows about a property. Loops are not looked for.
  func verdict(on property: MachineProperty) -> Verdict {
    var (watch, isTested) = (property.watch, false)
    let all = points.enumerated().flatMap { turn, points in points.map { (turn, $0) } }
    for ((turn, point), next) in all.withNext {
      let judgement = property.judge(point, before: next?.1, &watch, isAtRestOnly: isAtRestOnly)
      isTested = isTested || judgement.isTested
      if judgement.evidence == .reached { return .holds(isVacuous: false) }
      if let evidence = judgement.evidence { return .fails(evidence, choices: turn) }
    }
    switch property {
    case .sometimes: return .fails(.unreachable, choices: choices.count)
    case .never, .alwaysNot: return .holds(isVacuous: false)
    case .after: return .holds(isVacuous: !isTested)
    case .leadsTo, .eventually:
      if watch.isWaiting, model.sleepers.isEmpty { return .fails(.deadEnd, choices: choices.count) }
      if case .waiting = watch.progress { return .open }
      if case .eventually(_, _, nil) = property { return .holds(isVacuous: false) }
      return .holds(isVacuous: !isTested)
    }
  }

  /// The same with the commands of a pair one by one, as a session counts them.
  var turns: Self {
    let turns = choices.flatMap { choice -> [Machine.Choice] in
      if case .pair(let first, let second) = choice { [.command(first), .command(second)] } else { [choice] }
    }
    return Self(of: machine, from: models[0], isAtRestOnly: isAtRestOnly, turns)
  }

  /// Whether some of the last choices can be repeated forever, while time passes and a goal is missing.
  func isLoop(ofLast length: Int, missing property: MachineProperty) -> Bool {
    guard length > 0, length <= choices.count else { return false }
    var (watch, isMissing) = (property.watch, false)
    for (turn, points) in points.enumerated() {
      for (point, next) in points.withNext {
        let judgement = property.judge(point, before: next, &watch, isAtRestOnly: isAtRestOnly)
        if judgement.evidence != nil || turn > choices.count - length && judgement.isMet { return false }
      }
      if turn == choices.count - length { isMissing = watch.isWaiting }
    }
    let takesTime = points.suffix(length).joined().contains { $0.passed > 0 }
    return isMissing && watch.isWaiting && takesTime && models[models.count - 1 - length] == model
  }
}

extension Array {
  /// The elements, each with the one after it.
  fileprivate var withNext: [(Element, next: Element?)] {
    enumerated().map { ($1, $0 + 1 < count ? self[$0 + 1] : nil) }
  }
}
