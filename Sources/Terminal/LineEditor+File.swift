import CLibedit
import CPlatform
import Core
import Glibc

extension LineEditor {
  /// Opens the line, or the previous line if it is empty, in the user's editor, and reads the saved text.
  ///
  /// An empty file reads as an empty line. If the editor fails, the line is unchanged.
  func editInFile() -> UInt8 {
    guard let libedit else { return UInt8(CC_ERROR) }
    let line = Libedit.string(libedit.line.characters)
    let text = line.allSatisfy(\.isWhitespace) ? history.entries.last ?? "" : line
    leaveLine()
    if marksPastes { emit(Self.stopMarkingPastes) }
    let result = lendTerminal { Result { () throws(EditFailure) in try edit(text) } }
    switch result {
    case .success(let text):
      let shown = text.split(whereSeparator: \.isNewline).map { String($0).controlCharactersEscaped }
      emit("\r\(prompt)\(shown.joined(separator: "\n"))\n")
      if ending == nil { ending = .edited(text) }
      return UInt8(CC_EOF)
    case .failure(let failure):
      emit("\rerror: \(failure.message.controlCharactersEscaped); the line is unchanged\n")
      if marksPastes { emit(Self.startMarkingPastes) }
      return UInt8(CC_NORM)
    }
  }

  private struct EditFailure: Error { let message: String }

  /// Edits a text in a file that only the user can read.
  private func edit(_ text: String) throws(EditFailure) -> String {
    let ending: ChildProgram.Ending
    let bytes: [UInt8]
    do throws(SystemError) {
      let path = try Self.temporaryFile(with: text)
      // A signal that ends this program, such as when the window is closed, also removes the file.
      path.withPath { terminal_rescue_set_file($0) }
      defer {
        _ = path.withPath { unlink($0) }
        terminal_rescue_set_file(nil)
      }
      ending = try ChildProgram(editorCommand, arguments: [path]).waitForEnd()
      bytes = try AtomicFile.read(path) ?? []
    } catch { throw EditFailure(message: error.description) }
    guard ending == .exited(0) else {
      throw EditFailure(message: "the editor '\(editorCommand)' \(ending.descriptionForShell)")
    }
    guard let edited = String(validating: bytes, as: UTF8.self) else {
      throw EditFailure(message: "the text saved by the editor is not UTF-8")
    }
    return edited.droppingTrailingNewlines
  }

  private static func temporaryFile(with text: String) throws(SystemError) -> String {
    let folder = getenv("TMPDIR").map { String(path: $0) } ?? "/tmp"
    let suffix = ".todoscript"
    var template = "\(folder)/line-XXXXXX\(suffix)".withPath { path in
      (0...strlen(path)).map { path[$0] }
    }
    let file = mkstemps(&template, Int32(suffix.utf8.count))
    guard file >= 0 else { throw SystemError("make a temporary file in", subject: folder) }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    defer { close(file) }
    let path = String(path: template)
    let failure = Array((text.isEmpty ? "" : text + "\n").utf8).withUnsafeBytes {
      Descriptor.write($0, to: file, subject: path)
    }
    if let failure {
      _ = path.withPath { unlink($0) }
      throw failure
    }
    return path
  }
}
