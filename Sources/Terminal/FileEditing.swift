import CTodoShellPlatform
import Core
import TodoShellSystem

/// Edits a text in the user's editor.
enum FileEditing {
  struct Failure: Error { let message: String }

  /// Edits a text in a file that only the user can read.
  ///
  /// - Parameter command: The editor and its options, in shell syntax.
  static func edit(_ text: String, with command: String) throws(Failure) -> String {
    let ending: ChildProgram.Ending
    let bytes: [UInt8]
    do throws(SystemError) {
      let folder = getenv("TMPDIR").map { String(path: $0) } ?? "/tmp"
      let path = "\(folder)/line-\(UInt64.random(in: 0 ... .max)).todoscript"
      do throws(SystemError) {
        try AtomicFile.replace(path, with: (text.isEmpty ? "" : text + "\n").utf8, mode: 0o600)
      } catch { throw SystemError("make a temporary file in", subject: folder, code: error.code) }
      // A signal that ends this program, as when the window is closed, also removes the file.
      path.withPath { terminal_rescue_set_file($0) }
      defer {
        _ = path.withPath { unlink($0) }
        terminal_rescue_set_file(nil)
      }
      ending = try ChildProgram(command, arguments: [path]).waitForEnd()
      bytes = try AtomicFile.read(path) ?? []
    } catch { throw Failure(message: error.description) }
    guard ending == .exited(0) else {
      throw Failure(message: "the editor '\(command)' \(ending.descriptionForShell)")
    }
    guard let edited = String(validating: bytes, as: UTF8.self) else {
      throw Failure(message: "the text saved by the editor is not UTF-8")
    }
    return edited.droppingTrailingNewlines
  }
}
