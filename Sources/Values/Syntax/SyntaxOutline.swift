/// What an editor shows of an action, an expression or a line, read from its tree even if it has errors.
package struct SyntaxOutline {
  /// A part with its own colour.
  package struct Mark {
    package enum Kind {
      /// A case or a member, with the dot before it.
      case name
      case text
      case number
    }

    package let kind: Kind
    /// UTF-8 offsets, like those of the source.
    package let range: Range<Int>
  }

  /// The name of a value, a case or a member.
  package struct Name {
    package let source: SourceText
    /// The path of members that ends with it, such as `todos[0].title`; `nil` for a case.
    package let path: SourceText?
    /// The action that contains it, up to the end of the name, if any.
    package let action: SourceText?
  }

  /// In order.
  package private(set) var marks: [Mark] = []
  /// In order.
  package private(set) var names: [Name] = []
  private let source: SourceText

  package init(_ source: SourceText) {
    self.source = source
    var parser = SyntaxParser(source, noun: "line")
    add(parser.tree(), inActionAt: nil)
    marks.sort { $0.range.lowerBound < $1.range.lowerBound }
    names.sort { $0.source.range.lowerBound < $1.source.range.lowerBound }
  }

  private mutating func add(_ node: SyntaxNode, inActionAt action: Int?) {
    var action = action
    switch node.kind {
    case .string: marks.append(Mark(kind: .text, range: node.range))
    case .integer, .double, .duration, .parameter:
      // Without a sign or the `$`.
      let digits = source.page.bytes[node.range].drop { !$0.isDigit }
      marks.append(Mark(kind: .number, range: digits.indices))
    case .name, .call, .enumCase, .member, .method: addName(of: node, &action)
    default: break
    }
    for child in node.kind.children { add(child, inActionAt: action) }
  }

  /// - Parameter action: The start of the action around the node; receives that of the node if it begins one.
  private mutating func addName(of node: SyntaxNode, _ action: inout Int?) {
    let bytes = source.page.bytes
    let (base, hasDot) = (node.base, node.isCase || node.base != nil)
    let name = source.slice(node.nameRange(in: source))
    if hasDot, bytes[node.range.lowerBound] == .dot { action = action ?? node.range.lowerBound }
    // The name is missing, or in backticks.
    if name.isEmpty || bytes[name.range.lowerBound] == .backtick { return }
    if hasDot { marks.append(Mark(kind: .name, range: name.range.lowerBound - 1..<name.range.upperBound)) }
    names.append(
      Name(
        source: name,
        path: node.isCase
          ? nil : source.slice((base?.range ?? name.range).lowerBound..<name.range.upperBound),
        action: hasDot && node.keyPath == nil ? action.map { source.slice($0..<name.range.upperBound) } : nil
      )
    )
  }
}
