import TodoShellCommands
import Core
import TodoShellDebugger

/// Parts of pages that need neither a script nor a style sheet, so that any page can contain them: the exported page, and
/// that of a notebook, even where only plain HTML is allowed.
package enum Fragment {
  /// An event as HTML.
  ///
  /// - Parameter lines: Its text, with the terminal's styles.
  package static func html(_ event: any Event, _ lines: [String]) -> String {
    html((event as? Answered)?.answer, lines)
  }

  /// An answer as HTML: its text, with its curve.
  static func html(_ answer: (any Answer)?, _ lines: [String]) -> String {
    preformatted(lines) + (Drawing.curve(answer)?.svg ?? "")
  }

  /// An event as a drawing, if it is a tree or a graph.
  package static func svg(_ event: any Event, _ interpreter: AnyInterpreter) -> String? {
    switch (event as? Answered)?.answer {
    case let tree as TreeAnswer: Graph(tree).drawing?.svg
    case is ExplorationAnswer: interpreter.stateGraph.flatMap { Graph($0).drawing?.svg }
    default: nil
    }
  }

  /// Lines with the terminal's styles.
  static func preformatted(_ lines: [String]) -> String {
    lines.isEmpty ? "" : "<pre>\(lines.map(styled).joined(separator: "\n"))</pre>"
  }

  /// A line with the terminal's styles as elements.
  private static func styled(_ line: String) -> String {
    var html = ""
    var rest = line[...]
    var end = ""
    while let escape = rest.firstIndex(of: "\u{1B}") {
      html += String(rest[..<escape]).escapedForHTML
      rest = rest[escape...]
      if rest.hasPrefix(Style.end) {
        html += end
        rest = rest.dropFirst(Style.end.count)
        end = ""
      } else if let style = Style.allCases.first(where: { rest.hasPrefix($0.sequence) }) {
        html += end + style.element.start
        rest = rest.dropFirst(style.sequence.count)
        end = style.element.end
      } else {
        rest = rest.dropFirst()
      }
    }
    return html + String(rest).escapedForHTML + end
  }
}

extension Style {
  /// The element that shows the style, in colours for light and dark backgrounds.
  fileprivate var element: (start: String, end: String) {
    func colored(_ name: String, _ ink: Drawing.Ink) -> (String, String) {
      ("<\(name) style=\"color:\(ink.rawValue);text-decoration:none\">", "</\(name)>")
    }
    return switch self {
    case .added: colored("ins", .added)
    case .removed: colored("del", .removed)
    case .dimmed: colored("span", .text)
    case .strong: ("<b>", "</b>")
    case .error: colored("b", .removed)
    case .note: colored("span", .note)
    case .prompt: colored("b", .accent)
    case .past: colored("span", .waiting)
    }
  }
}
