import TodoShellCommands
import Core
import Testing

/// The example of the documentation whose session replaces a client.
struct NoteTests {
  @Test(arguments: [("milk", true), ("offline", false)])
  func savesAfterASecondUnlessOffline(text: String, isSaved: Bool) {
    let interpreter = Interpreter(.note)
    let result = interpreter.execute(
      ".typed(\"\(text)\")\n.saveButtonTapped\nadvance 999ms\nexpect !isSaved && !hasFailed"
    )
    #expect(result.isComplete && result.diagnostics.isEmpty)
    _ = interpreter.execute("advance 1ms")
    #expect(interpreter.session.state.isSaved == isSaved)
    #expect(interpreter.session.state.hasFailed == !isSaved)
  }
}
