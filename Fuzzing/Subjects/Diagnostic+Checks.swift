import ShellKit

extension Diagnostic {
  /// Every error points into the text, says something, and cannot steer a terminal.
  ///
  /// - Parameter text: What was read.
  package func check(in text: String) throws(Finding) {
    let lineCount = text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
    try require((1...lineCount).contains(location.line), "line \(location.line) of \(lineCount): \(message)")
    try require(
      (1...sourceLine.count + 1).contains(location.column),
      "column \(location.column) of \(sourceLine.debugDescription): \(message)"
    )
    try require(!message.isEmpty, "an error without a message")
    try requirePlain(rendered())
  }
}

/// Nothing that is printed may hold a control character.
func requirePlain(_ text: String) throws(Finding) {
  let intruder = text.unicodeScalars.first { $0 != "\n" && $0.properties.generalCategory == .control }
  try require(intruder == nil, "\(intruder?.value ?? 0) would be printed in \(text.debugDescription)")
}
