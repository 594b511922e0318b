import Commands
import Core

/// The console of a script whose output goes to a debugger.
final class DebugConsole {
  private(set) var console: Console
  /// What is printed instead of being sent, while it is captured.
  private var captured: String?

  /// - Parameter send: Sends text of a category, `stdout` or `stderr`.
  init(send: @escaping (_ category: String, _ text: String) -> Void) {
    console = Console(output: .discarding(), errors: .discarding())
    func output(_ category: String) -> Output {
      Output { [unowned self] bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        if captured == nil { send(category, text) } else { captured?.append(text) }
        return nil
      }
    }
    console = Console(output: output("stdout"), errors: output("stderr"))
    console.color = .never
  }

  /// What is printed while `body` runs.
  func capturing(_ body: () -> Void) -> String {
    console.flush()
    captured = ""
    body()
    console.flush()
    defer { captured = nil }
    return captured ?? ""
  }
}
