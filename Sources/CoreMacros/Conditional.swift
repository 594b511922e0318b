import SwiftSyntax

/// Members of a type, with the `#if` directives around them.
indirect enum Conditional<Element> {
  /// One member.
  case element(Element)
  /// The clauses of an `#if`, each with its first line, such as `#if DEBUG`.
  case clauses([(line: String, members: [Conditional])])

  /// The elements contributed by the members of a type, in order.
  ///
  /// - Parameter elements: The elements that a declaration contributes.
  static func tree(
    in members: MemberBlockItemListSyntax,
    _ elements: (DeclSyntax) -> [Element]
  ) -> [Conditional] {
    members.flatMap { item -> [Conditional] in
      guard let ifConfig = item.decl.as(IfConfigDeclSyntax.self) else {
        return elements(item.decl).map { .element($0) }
      }
      let clauses = ifConfig.clauses.map { clause -> (line: String, members: [Conditional]) in
        let line = clause.poundKeyword.text + (clause.condition.map { " \($0.trimmedDescription)" } ?? "")
        guard case .decls(let members) = clause.elements else { return (line, []) }
        return (line, tree(in: members, elements))
      }
      return clauses.allSatisfy(\.members.isEmpty) ? [] : [.clauses(clauses)]
    }
  }

  /// The members without the directives.
  var elements: [Element] {
    switch self {
    case .element(let element): [element]
    case .clauses(let clauses): clauses.flatMap { $0.members.flatMap(\.elements) }
    }
  }

  /// Source text of one or more lines for each member, under the same `#if` directives.
  func source(_ text: (Element) -> String?) -> String {
    switch self {
    case .element(let element): text(element).map { $0 + "\n" } ?? ""
    case .clauses(let clauses):
      clauses.map { "\($0.line)\n\($0.members.source(text))" }.joined() + "#endif\n"
    }
  }
}

/// The cases of an enum.
typealias EnumCases = Conditional<EnumCase>

extension Array {
  func elements<Member>() -> [Member] where Element == Conditional<Member> { flatMap(\.elements) }

  /// Source text for each member, under the same `#if` directives.
  func source<Member>(_ text: (Member) -> String?) -> String where Element == Conditional<Member> {
    map { $0.source(text) }.joined()
  }
}

extension Conditional where Element == EnumCase {
  /// The cases among the members of an enum.
  static func all(in members: MemberBlockItemListSyntax) -> [Conditional] {
    tree(in: members) { member in
      guard let declaration = member.as(EnumCaseDeclSyntax.self) else { return [] }
      return declaration.elements.map { EnumCase(element: $0, declaration: declaration) }
    }
  }
}

extension [EnumCases] {
  /// The last branch of a switch over all cases of an enum, if one is needed.
  ///
  /// If every payload is uninhabited, as `Never` is, the compiler rejects a switch that lists every case. The source
  /// does not show whether a payload is uninhabited. A `default` branch would cause a warning that it is never
  /// executed; this does not.
  ///
  /// - Parameter isInhabited: Whether a case is certain to be inhabited.
  func fallback(
    unless isInhabited: (EnumCase) -> Bool = { $0.parameters.isEmpty && !$0.isUnavailable }
  ) -> String {
    elements().contains(where: isInhabited) ? "" : "case _: Swift.fatalError(\"No case is left\")\n"
  }
}
