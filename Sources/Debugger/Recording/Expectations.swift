import Core

/// Expressions that describe a state, for the parts of it that differ from another state.
///
/// Each expression has been parsed again and evaluated to true.
struct Expectations {
  /// The expressions, at most ``most`` of them.
  private(set) var lines: [String] = []
  private let old, moment: AnyMoment
  /// The lists whose order has been described.
  private var ordered: Set<String> = []

  /// More would be too many to read.
  private static let most = 8
  private static let deepest = 8
  private static let longestLine = 400

  init(from old: AnyMoment, to new: AnyMoment) {
    (self.old, moment) = (old, new)
    var changes: [PartChange] = []
    forEachChange(from: old, to: new, isWhole: { _, new in ValueText.short(new) != nil }) {
      changes.append($0)
    }
    var growth: [String: Int] = [:]
    for change in changes {
      let step =
        switch change.kind {
        case .inserted: 1
        case .removed: -1
        case .replaced, .moved: 0
        }
      growth[change.path.dropLast().text, default: 0] += step
    }
    new.withState { _ in
      for change in changes where lines.count < Self.most {
        let list = change.path.dropLast().text
        let isOrdered = change.changesOrder && ordered.insert(list).inserted && addOrder(of: list)
        if growth.removeValue(forKey: list) ?? 0 != 0, !isOrdered { addCount(of: list) }
        if let new = change.new { describe(new, at: change.path.text) }
      }
      if old.effects.count != new.effects.count, lines.count < Self.most {
        add("effects.count == \(new.effects.count)")
      }
    }
  }

  /// Describes a value that the older state does not contain.
  private mutating func describe(_ value: Any, at path: String, depth: Int = 0) {
    guard lines.count < Self.most, depth < Self.deepest else { return }
    guard let value = flattened(value) else {
      if depth == 0 { add("\(path) == nil") }
      return
    }
    if !path.isEmpty, let text = ValueText.short(value), add("\(path) == \(text)") { return }
    if Shape.of(value: value).has(.collection) {
      addCount(of: path)
    } else if let name = Choice.caseName(of: value) {
      add("\(path) == .\(name.asMember)")
    }
    // The ids of new elements are generated in sequence, and say nothing about the feature.
    for member in ValueOutline(of: value, at: path, page: 0..<Self.most).members where member.name != "id" {
      if let path = member.path, let value = member.value { describe(value, at: path, depth: depth + 1) }
    }
  }

  /// Describes which elements a list has, by their titles.
  ///
  /// - Returns: Whether they are few enough for a line.
  private mutating func addOrder(of list: String) -> Bool {
    guard let first = value(of: "\(list)[0]") else { return false }
    var titles = "\(list).map(\\.\(ValueOutline.titleMember(of: first) ?? "id"))"
    // Titles that occur twice do not say which element is left.
    let areUnique = "Set(\(titles)).count == \(list).count"
    if [old, moment].contains(where: { value(of: areUnique, at: $0) as? Bool != true }) {
      titles = "\(list).map(\\.id)"
    }
    guard let text = value(of: titles).flatMap(ValueText.short) else { return false }
    return add("\(titles) == \(text)")
  }

  private mutating func addCount(of list: String) {
    if let count = value(of: "\(list).count") { add("\(list).count == \(count)") }
  }

  /// - Returns: Whether the expression was evaluated to true.
  @discardableResult
  private mutating func add(_ text: String) -> Bool {
    guard text.utf8.count <= Self.longestLine, value(of: text) as? Bool == true else { return false }
    lines.append(text)
    return true
  }

  private func value(of expression: String, at other: AnyMoment? = nil) -> Any? {
    guard let parsed = try? Expression(parsing: SourceText(expression)) else { return nil }
    return try? (other ?? moment).withContext { (context) throws(Diagnostic) in
      try parsed.evaluate(in: context).wrapped
    }
  }
}

extension PartChange {
  /// Whether it changes which elements a list has, or their order.
  fileprivate var changesOrder: Bool {
    switch kind {
    case .removed, .moved: true
    case .inserted, .replaced: false
    }
  }
}
