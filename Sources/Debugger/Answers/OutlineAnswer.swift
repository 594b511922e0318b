import Core

/// A page of a value's members, so that a large state can be shown as a tree and read lazily.
public struct OutlineAnswer: Answer, JSONObject {
  package static let members = fields([
    "expression": .value("the expression; omitted for the whole state") { $0.path.nonEmpty },
    "count": .value("the number of members") { $0.outline.count },
    "first": "the position of the first member listed, from 0",
    "members": .value("the members on the page") { $0.outline.members },
  ])

  /// The expression; empty for the whole state.
  public let path: String
  /// The position of the first member listed, from 0.
  public let first: Int
  /// The page of members.
  public let outline: ValueOutline

  public func lines(_ page: Page) -> [String] {
    let none = outline.count == 0 ? "no members" : nil
    let table = page.table(of: outline.members, orSay: none) { [$0.name, $0.type, $0.text] }
    let end = first + outline.members.count
    guard end < outline.count else { return table }
    let list = path.nonEmpty ?? "self"
    let hint = outline.isList ? ": 'print --outline \(list).dropFirst(\(end))'" : ""
    return table + [page.dimmed("… \(outline.count - end) more\(hint)")]
  }
}

extension ValueOutline.Member: JSONObject {
  package static let title = "Member"
  package static let members = fields([
    "name": "the property, the element or the case",
    "path": "the expression for it",
    "type": "its type",
    "text": "its value, abbreviated to fit on a line",
    "count": "the number of its own members",
  ])
}
