import Core

/// A request to a live session was carried out; it follows all other events of the request.
public struct Done: Event, JSONObject {
  public static let name = "done"
  public static let summary = "with -i: a line or a request was carried out"
  package static let members = fields([
    "id": "the identifier of the request",
    "isComplete": .value("whether all of it ran, without a failure, a breakpoint or an interrupt") {
      $0.reason == nil
    },
    "reason": .value("why it is incomplete: failed, breakpoint or interrupted") {
      $0.reason?.rawValue
    },
  ])

  /// Why part of a request did not run.
  public enum Reason: String, Sendable {
    /// A command failed, or the request is invalid.
    case failed
    /// A breakpoint was reached, which is not a failure.
    case breakpoint
    /// It was interrupted.
    case interrupted
  }

  /// The identifier of the request, if it has one.
  package let id: JSON?
  /// Why part of it did not run; `nil` if all of it ran.
  public let reason: Reason?

  package init(id: JSON?, reason: Reason?) {
    self.id = id
    self.reason = reason
  }

  public func lines(_: Page) -> [String] { [] }
}

/// The completions that a live session was asked for.
public struct Completions: Event, JSONObject {
  public static let name = "completions"
  public static let summary = "with -i: the completions of a word"
  package static let members = fields([
    "id": "the identifier of the request",
    "from": .value("where the word begins, in characters") { $0.start },
    "items": "the completions",
  ])

  /// A completion.
  package struct Item: JSONObject {
    package static let title = "Completion"
    package static let members = fields([
      "text": .value("the replacement for the word") { $0.completion.text },
      "summary": .value("a short description") { $0.completion.summary },
      "isFinal": .value("whether a space follows") { $0.completion.isFinal },
    ])

    let completion: Completion
  }

  /// The identifier of the request, if it has one.
  package let id: JSON?
  /// Where the word begins, in characters from the start of the line.
  public let start: Int
  /// The completions.
  package let items: [Item]

  package init(id: JSON?, start: Int, _ completions: [Completion]) {
    self.id = id
    self.start = start
    items = completions.map(Item.init)
  }

  public func lines(_: Page) -> [String] { [] }
}
