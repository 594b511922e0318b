import Foundation
import TestSupport
import Testing

/// The picture at the top of the README.
struct PictureTests {
  @Test func thePictureOfTheReadmeIsWhatATerminalShows() throws {
    let pty = try ShellTerminal(environment: ["NO_COLOR": ""], columns: 110, rows: 30).pty
    for line in ["add Milk", "add Eggs", "toggle 0", "advance 1s", "list", "undo", "effects"] {
      try pty.enter(line)
    }
    try pty.send("print todos[0].\t")
    try pty.wait(forText: "Bool, true")
    try pty.wait(for: "the line below the menu") { $0.textBeforeCursor.hasSuffix("> print todos[0].") }
    let picture = pty.screen.svg
    let file = repository.appending(path: "docs/session.svg")
    if DocumentTests.isUpdating { try Data(picture.utf8).write(to: file) }
    #expect(try picture == String(contentsOf: file, encoding: .utf8), "'make documents' draws it anew")
  }
}
