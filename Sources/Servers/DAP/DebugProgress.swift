import Core
import TodoShellPlatform
import TodoShellValues

/// Tells the client about what takes long: what runs for half a second, then twice a second.
final class DebugProgress {
  private static let interval = Duration.milliseconds(500)

  private let connection: DebugConnection
  private var count = 0
  private var title = ""
  private var request: Int?
  /// When to tell the client next; `nil` if it is not told.
  private var next: Duration?
  private var start = Duration.zero
  /// The identifier of what the client has been told about.
  private(set) var identifier: String?

  init(_ connection: DebugConnection) { self.connection = connection }

  func begin(_ title: String, isWanted: Bool, request: Int? = nil) {
    end()
    guard isWanted else { return }
    self.title = title
    self.request = request
    start = RunningTime.now
    next = start + Self.interval
  }

  /// Called often while something runs.
  func tick() {
    guard let due = next, case let now = RunningTime.now, now >= due else { return }
    next = now + Self.interval
    if let identifier {
      let message = "running for \((now - start).components.seconds) s"
      connection.send(
        event: "progressUpdate",
        ["progressId": identifier.json, "message": message.json]
      )
    } else {
      count += 1
      identifier = "\(count)"
      connection.send(
        event: "progressStart",
        ["progressId": "\(count)", "title": title.json, "cancellable": true, "requestId": request?.json]
      )
    }
  }

  func end() {
    if let identifier {
      connection.send(event: "progressEnd", ["progressId": identifier.json])
    }
    next = nil
    identifier = nil
  }
}
