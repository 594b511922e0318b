import TodoShellCommands
import Core
import TodoShellDebugger
import TodoShellValues

extension Fragment {
  /// The maximum number of moments that are listed.
  private static let mostMoments = 50
  /// How many members of a value are listed, how many values in all, and how deep.
  private static let members = (each: 25, all: 300, depth: 4)

  /// What a person sees of a session at the current moment.
  ///
  /// - Parameters:
  ///   - since: The moment that changes are shown from.
  ///   - overview: The lines of the feature's own overview, with the terminal's styles.
  package static func view(
    of interpreter: AnyInterpreter,
    since: Int,
    overview: [String]
  ) -> (html: String, svg: String?) {
    let debugger = interpreter.debugger
    var page = interpreter.coloredPage
    page.diff = .moments
    let session = debugger.session
    let current = session.moment.number
    // Numbers ascend along a branch.
    let line = Array(session.line.prefix { $0 <= current })
    let moments = line.drop { $0 <= since }
    var parts = [preformatted(overview)]
    parts += debugger.screen.presentations.reversed().map(presentation)
    if since != current {
      let title = "<b>#\(since) → #\(current)</b>, +\(session.now.formatted)"
      parts.append("<p>\(title)</p>" + preformatted(debugger.changeLines(since: since, page)))
    }
    if !moments.isEmpty { parts.append(list(of: moments, in: session, page)) }
    var budget = members.all
    let state = members(of: nil, in: debugger, &budget, depth: 0)
    parts.append("<details><summary>State</summary>\(state)</details>")
    let drawn = line[max(0, moments.startIndex - 1)...]
    return (parts.joined(separator: "\n"), Drawing.lanes(of: session, along: drawn)?.svg)
  }

  /// An alert, a dialog, a sheet or a screen.
  private static func presentation(_ shown: ScreenAnswer.Presented) -> String {
    guard let prompt = shown.prompt else {
      return "<blockquote>\(shown.style) <code>\(shown.path.shownAsHTML)</code></blockquote>"
    }
    let texts = [prompt.title.map { "<b>\($0.shownAsHTML)</b>" }, prompt.message?.shownAsHTML].compactMap(
      \.self
    )
    let buttons = prompt.buttons.map { "<kbd>\($0.label.shownAsHTML)</kbd>" }.joined(separator: " ")
    return "<blockquote>\((texts + [buttons]).joined(separator: "<br>"))</blockquote>"
  }

  private static func list(of moments: ArraySlice<Int>, in session: AnySession, _ page: Page) -> String {
    let rest = moments.count - mostMoments
    let lines =
      (rest > 0 ? [page.dimmed("… \(counted(rest, "earlier moment"))")] : [])
      + moments.suffix(mostMoments).map { session.summary(ofMoment: $0).header(page.palette) }
    return "<details><summary>\(counted(moments.count, "moment"))</summary>\(preformatted(lines))</details>"
  }

  /// The members of a value as a tree that unfolds.
  ///
  /// - Parameter path: The expression for the value; `nil` for the state.
  private static func members(
    of path: String?,
    in debugger: AnyDebugger,
    _ budget: inout Int,
    depth: Int
  ) -> String {
    let expression = path.flatMap { try? Expression(parsing: SourceText($0)) }
    guard depth < members.depth, path == nil || expression != nil,
      let outline = try? debugger.outline(of: expression, page: 0..<members.each).outline
    else { return "" }
    budget -= outline.members.count
    var items: [String] = []
    for member in outline.members {
      let text = "<code>\(member.name.shownAsHTML)</code> \(member.text.shownAsHTML)"
      let inner =
        member.count > 0 && budget > 0
        ? member.path.map { members(of: $0, in: debugger, &budget, depth: depth + 1) } ?? "" : ""
      items.append(
        inner.isEmpty ? "<li>\(text)</li>" : "<li><details><summary>\(text)</summary>\(inner)</details></li>"
      )
    }
    let rest = outline.count - outline.members.count
    if rest > 0 { items.append("<li>… \(rest) more</li>") }
    return items.isEmpty ? "" : "<ul>\(items.joined())</ul>"
  }
}

extension String {
  fileprivate var shownAsHTML: String { controlCharactersEscaped.escapedForHTML }
}
