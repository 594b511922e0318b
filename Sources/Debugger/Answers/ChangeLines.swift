import Core

/// The changes of a state as lines: `todos[0].isComplete: false → true`, `todos: + [0] Todo "Milk"`.
struct ChangeLines {
  /// The maximum number of changes listed.
  private static let most = 20

  /// What is said if nothing has changed.
  static let none = "no state changes"

  private let page: Page
  /// What is presented newly, with the names that lead to it.
  private let presented: [(shown: ScreenAnswer.Presented, names: [String])]
  private var changes: [String] = []
  private var unlisted = 0
  /// The lists whose elements have moved, by their paths, with their new order if it fits on a line.
  private var reordered: [String: (lines: [Int], order: String?)] = [:]

  init(_ page: Page, presented: [ScreenAnswer.Presented]) {
    self.page = page
    self.presented = presented.map { ($0, $0.path.namesOfPath) }
  }

  /// The lines, those for sheets and screens last.
  var lines: [String] {
    var lines = linesWithOrders
    if unlisted > 0 {
      lines.append("… \(counted(unlisted, "more change")); 'set diff full' prints all of each".indented)
    }
    // An alert is shown as a box.
    lines += presented.filter { $0.shown.prompt == nil }.map {
      page.palette(.added, "presents \($0.shown.style) \($0.shown.path.controlCharactersEscaped)".indented)
    }
    return lines.isEmpty && presented.isEmpty ? [page.dimmed(Self.none.indented)] : lines
  }

  mutating func add(_ change: PartChange) {
    if presents(change) { return }
    guard changes.count < Self.most else {
      unlisted += 1
      return
    }
    noteOrder(after: change)
    changes.append(line(change))
  }

  /// A list of which elements have only moved is described by its new order, if that fits on a line.
  private mutating func noteOrder(after change: PartChange) {
    guard let list = change.collection else { return }
    let path = change.path.dropLast().text.nonEmpty ?? "self"
    if case .moved = change.kind {
      let new = reordered[path] ?? ([], order(of: list, at: path))
      reordered[path] = (new.lines + [changes.count], new.order)
    } else {
      reordered[path] = (reordered[path]?.lines ?? [], nil)
    }
  }

  /// The titles of the elements of a short list; `nil` if one has none, or if they don't fit on a line.
  private func order(of list: Peek, at path: String) -> String? {
    guard list.count <= Self.most else { return nil }
    let titles = (0..<list.count).compactMap {
      list.element(at: $0).flatMap { ValueOutline.title(of: $0.value) }
    }
    let text = "\(path) reordered: \(titles.joined(separator: ", "))".controlCharactersEscaped.indented
    guard titles.count == list.count, !titles.contains(""), text.cellWidth <= page.width else { return nil }
    return page.palette(.note, text)
  }

  private var linesWithOrders: [String] {
    var lines: [String?] = changes
    for case (let places, let order?) in reordered.values where unlisted == 0 {
      for place in places { lines[place] = nil }
      lines[places[0]] = order
    }
    return lines.compactMap(\.self)
  }

  /// Whether a change is told by what it presents: it is within that, or made a value the case that is presented. A change of
  /// the whole state is more than that.
  private func presents(_ change: PartChange) -> Bool {
    let names = change.path.compactMap(\.name)
    guard !names.isEmpty, let new = change.new else { return false }
    return presented.contains {
      names.starts(with: $0.names)
        || names.elementsEqual($0.names.dropLast()) && Choice.caseName(of: new) == $0.names.last
    }
  }

  private func line(_ change: PartChange) -> String {
    let room = page.width - 2
    func collection(_ sign: String, _ style: Style, _ value: Any, at position: (Int) -> String) -> String {
      let path = change.path.dropLast().text
      let place =
        if case .element(let new)? = change.path.last { position(new) } else { change.path.last?.place ?? "" }
      let head = (path.isEmpty ? "" : "\(path): ") + sign + (place.isEmpty ? " " : " \(place) ")
      let label = ValueOutline.label(of: value).withoutMiddle(to: max(room - head.cellWidth, 12))
      return page.palette(style, (head + label).controlCharactersEscaped.indented)
    }
    switch change.kind {
    case .inserted(let value): return collection("+", .added, value) { "[\($0)]" }
    case .removed(let value, let old): return collection("-", .removed, value) { _ in "[\(old)]" }
    case .moved(let value, let old): return collection("~", .note, value) { "[\(old) → \($0)]" }
    case .replaced(let old, let new):
      let path = (change.path.text.nonEmpty ?? "self").controlCharactersEscaped
      let title = title(of: change)
      let (before, after) = values(old, new, width: max(room - path.cellWidth - title.cellWidth - 5, 24))
      return "\(path): \(page.palette(.removed, before)) → \(page.palette(.added, after))".indented
        + page.dimmed(title)
    }
  }

  /// The title of the element that contains the part, in parentheses; empty if the part is that title itself.
  private func title(of change: PartChange) -> String {
    guard let title = change.element.flatMap({ ValueOutline.title(of: $0.value) })?.nonEmpty,
      title != change.new as? String
    else { return "" }
    return "  (\(title.controlCharactersEscaped.withoutMiddle(to: 24)))"
  }

  /// The texts of two values that fit into a width together, elided so that their difference is visible.
  private func values(_ old: Any, _ new: Any, width: Int) -> (String, String) {
    let old = ValueOutline.label(of: old).controlCharactersEscaped
    let new = ValueOutline.label(of: new).controlCharactersEscaped
    if old.cellWidth + new.cellWidth <= width { return (old, new) }
    // A short text leaves its room to the other.
    let room = max(width - min(old.cellWidth, new.cellWidth), width / 2)
    let elided = (old.withoutMiddle(to: room), new.withoutMiddle(to: room))
    if elided.0 != elided.1 { return elided }
    // They differ where the middle of both was left out.
    let hidden = zip(old, new).prefix { $0 == $1 }.count - room / 3
    func end(_ text: String) -> String { ("…" + text.dropFirst(hidden)).truncated(to: room) }
    return (end(old), end(new))
  }
}

extension String {
  fileprivate var indented: String { "  " + self }

  /// The names in a path such as `path[id: 1].detail.alert`.
  fileprivate var namesOfPath: [String] {
    let steps = (try? Expression(parsing: SourceText(self)))?.path ?? []
    return steps.compactMap { if case .member(let name) = $0 { name } else { nil } }
  }
}

extension PartChange {
  /// The new value; `nil` for one that was removed.
  var new: Any? {
    switch kind {
    case .removed: nil
    case .inserted(let new), .moved(let new, _), .replaced(_, let new): new
    }
  }
}

extension PartStep {
  /// The name of a property or case.
  fileprivate var name: String? {
    switch self {
    case .member(let name), .payload(let name): name
    case .element, .unordered, .entry: nil
    }
  }

  /// The place in a collection; empty in a set.
  fileprivate var place: String {
    switch self {
    case .element(let position): "[\(position)]"
    // As in expressions, where `path[5]` would be a position.
    case .entry(let key, _): (key is StackElementID ? "[id: " : "[") + "\(ValueOutline.label(of: key))]"
    case .member, .payload, .unordered: ""
    }
  }
}

extension Collection<PartStep> {
  /// The path as an expression; empty for the whole state.
  var text: String {
    reduce("") { path, step in
      switch step {
      case .member(let name), .payload(let name): path.isEmpty ? name.asMember : "\(path).\(name.asMember)"
      case .unordered(let position): "\(path)[\(position)]"
      case .element, .entry: (path.nonEmpty ?? "self") + step.place
      }
    }
  }
}
