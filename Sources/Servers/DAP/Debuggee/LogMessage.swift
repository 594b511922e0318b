import TodoShellCommands
import Core

/// A text to print at a breakpoint instead of stopping there, with expressions in braces.
struct LogMessage {
  /// Texts, with the expression that follows each but the last.
  private var parts: [(text: String, expression: Expression?)] = []

  init(
    parsing text: String,
    _ expression: (_ text: String) throws(DebugError) -> Expression
  ) throws(DebugError) {
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      var depth = 0
      let close = rest[open...].firstIndex { character in
        depth += character == "{" ? 1 : character == "}" ? -1 : 0
        return depth == 0
      }
      guard let close else { throw DebugError("the log message has a '{' without a '}'") }
      let inside = try expression(String(rest[rest.index(after: open)..<close]))
      parts.append((String(rest[..<open]), inside))
      rest = rest[rest.index(after: close)...]
    }
    parts.append((String(rest), nil))
  }

  func text(at moment: AnyMoment) -> String {
    parts.map { text, expression in
      guard let expression else { return text }
      do throws(Diagnostic) {
        return text + (try expression.value(at: moment).formatted())
      } catch {
        return "\(text){\(error.message)}"
      }
    }.joined()
  }
}
