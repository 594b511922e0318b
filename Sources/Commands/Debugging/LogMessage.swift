import Core

/// A text to print at a breakpoint instead of stopping there, with expressions in braces.
package struct LogMessage {
  private var parts: [Part] = []

  private enum Part {
    case text(String)
    case expression(Expression)
  }

  package init(
    parsing text: String,
    _ expression: (_ text: String) throws(DebugError) -> Expression
  ) throws(DebugError) {
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      parts.append(.text(String(rest[..<open])))
      var depth = 0
      let close = rest[open...].firstIndex { character in
        depth += character == "{" ? 1 : character == "}" ? -1 : 0
        return depth == 0
      }
      guard let close else { throw DebugError("the log message has a '{' without a '}'") }
      parts.append(.expression(try expression(String(rest[rest.index(after: open)..<close]))))
      rest = rest[rest.index(after: close)...]
    }
    parts.append(.text(String(rest)))
  }

  package func text(at moment: AnyMoment) -> String {
    parts.map { part in
      switch part {
      case .text(let text): return text
      case .expression(let expression):
        do throws(Diagnostic) {
          return try expression.value(at: moment).formatted()
        } catch {
          return "{\(error.message)}"
        }
      }
    }.joined()
  }
}

extension Expression {
  /// The value for the state of a moment.
  package func value(at moment: AnyMoment) throws(Diagnostic) -> ExpressionValue {
    try moment.withContext { (context) throws(Diagnostic) in try evaluate(in: context) }
  }
}
