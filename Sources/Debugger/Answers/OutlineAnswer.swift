import Core

/// The members of a value, a page of them: the state as a tree, of which only what is opened is looked at.
public struct OutlineAnswer: Answer, JSONObject {
  public static let kind = "outline"
  package static let members: [JSONMember<Self>] = [
    JSONMember(optional: "expression", "what was asked for; left out for the whole state") {
      $0.path.isEmpty ? nil : $0.path
    },
    JSONMember("count", "how many members it has") { $0.outline.count },
    JSONMember("first", "the place of the first that is listed, from 0") { $0.first },
    JSONMember("members", "those of the page") { $0.outline.members },
  ]

  /// What was asked for; empty for the whole state.
  public let path: String
  /// The place of the first member that is listed, from 0.
  public let first: Int
  /// The page of members.
  public let outline: ValueOutline

  public func lines(_ page: Page) -> [String] {
    if outline.count == 0 { return [page.dimmed("no members")] }
    var table = TextTable()
    for member in outline.members {
      table.add(member.name, member.type, member.text)
    }
    let end = first + outline.members.count
    guard end < outline.count else { return page.lines(table) }
    let list = path.isEmpty ? "self" : path
    let hint = outline.isList ? ": 'state --outline \(list).dropFirst(\(end))'" : ""
    return page.lines(table) + [page.dimmed("… \(outline.count - end) more\(hint)")]
  }
}

extension ValueOutline.Member: JSONObject {
  package static let title = "Member"
  package static let members: [JSONMember<Self>] = [
    JSONMember("name", "the property, the element or the case") { $0.name },
    JSONMember(optional: "path", "the expression that comes to it") { $0.path },
    JSONMember("type", "its type") { $0.type },
    JSONMember("text", "its value, as far as it fits on a line") { $0.text },
    JSONMember("count", "how many members it has itself") { $0.count },
  ]
}
