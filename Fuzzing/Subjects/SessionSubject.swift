import TodoShellCommands
import ShellKit

/// Session files as bytes: loaded, saved and resumed.
enum SessionSubject {
  /// How files with a header begin, among them exported ones. Other input is what follows the header.
  private static let beginnings = ["#", "\u{FEFF}#", "<!doctype html>", "{"]

  static func check(_ input: [UInt8]) throws(Finding) {
    let isWhole = beginnings.contains { input.starts(with: $0.utf8) }
    let bytes = isWhole ? input : Array(Board.sessionHead.utf8) + input
    let embedded = EmbeddedSession.contents(of: bytes)
    guard ScriptSubject.isHarmless(lines: String(decoding: embedded ?? bytes, as: UTF8.self)) else { return }
    try checkLoads(bytes)
    try checkResumes(bytes, isExported: embedded != nil)
  }

  static func checkLoads(_ text: String) throws(Finding) { try checkLoads(Array(text.utf8)) }

  /// A session that loads is saved as a session that loads and is saved as the same.
  private static func checkLoads(_ bytes: [UInt8]) throws(Finding) {
    let files = SessionFiles.own
    defer { files.remove() }
    files.write(bytes)
    let load = "load '\(files.first)'"
    guard try Board.run([load, "save '\(files.second)'"], { _ in }) == ExitStatus.success else { return }
    let status = try Board.run(["load '\(files.second)'", "save '\(files.third)'"]) { _ in }
    try require(status == ExitStatus.success, "what was saved does not load: \(files.text(files.second))")
    try require(
      files.text(files.second) == files.text(files.third),
      "saved as \(files.text(files.second)), then as \(files.text(files.third))"
    )
  }

  /// Recording goes on behind the complete lines of a session that loads, which then still loads. A file that does not
  /// load, or was exported, is left as it is.
  private static func checkResumes(_ bytes: [UInt8], isExported: Bool) throws(Finding) {
    let files = SessionFiles.own
    defer { files.remove() }
    files.write(bytes)
    let load = "load '\(files.first)'"
    let loads = try Board.run([load]) { _ in } == ExitStatus.success
    _ = try Board.run(["add resumed"]) { $0.session = files.first }
    let recorded = files.bytes(files.first)
    guard loads, !isExported else {
      return try require(recorded == bytes, "a file that cannot be recorded in was changed")
    }
    let complete = bytes.prefix((bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1)
    try require(recorded.starts(with: complete), "recording changed what was there")
    let status = try Board.run([load]) { _ in }
    try require(status == ExitStatus.success, "what was recorded does not load: \(files.text(files.first))")
  }
}
