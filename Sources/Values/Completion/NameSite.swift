/// What a name at the end of an unfinished expression would be, which the parser notes when it gets there.
struct NameSite {
  enum Role {
    /// The start of a value.
    case value
    /// A member of a value.
    case member(of: SyntaxNode)
    /// A case of the enum that the other operand of a comparison is of.
    case caseName(comparedWith: SyntaxNode?)
  }

  /// A call of a method whose arguments are not finished.
  final class Call: Sendable {
    let base: SyntaxNode
    let method: String
    /// The call in whose arguments this one is.
    let outer: Call?

    init(of method: String, on base: SyntaxNode, in outer: Call?) {
      (self.method, self.base, self.outer) = (method, base, outer)
    }
  }

  let role: Role
  /// Where the name starts; its part up to the end may be empty.
  let start: Int
  /// The innermost call.
  let call: Call?
}

extension NameSite {
  /// - Returns: `nil` if no name can be at the end, or if the text before it is invalid.
  init?(atEndOf source: SourceText) {
    var parser = SyntaxParser(source)
    _ = try? parser.parseAll()
    guard let site = parser.site else { return nil }
    self = site
  }
}
