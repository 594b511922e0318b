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
    "moment": "the current moment",
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
  /// The current moment.
  public let moment: Int

  package init(id: JSON?, reason: Reason?, moment: Int) {
    self.id = id
    self.reason = reason
    self.moment = moment
  }
}

/// The completions that a live session was asked for.
public struct Completions: Event, JSONObject {
  public static let name = "completions"
  public static let summary = "with -i: the completions of a word"
  package static let members = fields([
    "id": "the identifier of the request",
    "from": .value("where the word begins, in code points") { $0.start },
    "word": "the word",
    "items": "the completions",
  ])

  /// The identifier of the request, if it has one.
  package let id: JSON?
  /// Where the word begins, in Unicode code points from the start of the text.
  public let start: Int
  /// The word, up to the cursor.
  public let word: String
  /// The completions.
  public let items: [Completion]

  package init(id: JSON?, start: Int, word: String, _ items: [Completion]) {
    self.id = id
    self.start = start
    self.word = word
    self.items = items
  }
}

extension Completion: JSONObject {
  package static let members = fields([
    "text": "the replacement for the word", "summary": "a short description",
    "isFinal": "whether a space follows",
  ])
}

/// The answer to a question about a place in a text.
public struct Inspected: Event, JSONObject {
  public static let name = "inspection"
  public static let summary = "with -i: help on what is at a place, or its type"
  package static let members = fields([
    "id": "the identifier of the request",
    "from": .value("where it begins, in code points") { $0.range?.lowerBound },
    "to": .value("where it ends, in code points") { $0.range?.upperBound },
    "text": "the help or the type; omitted if there is none",
  ])

  /// The identifier of the request, if it has one.
  package let id: JSON?
  /// Where it is, in Unicode code points from the start of the text.
  public let range: Range<Int>?
  /// The help or the type; `nil` if there is none.
  public let text: String?

  package init(id: JSON?, range: Range<Int>?, text: String?) {
    self.id = id
    self.range = range
    self.text = text
  }
}

/// The result of checking a text.
public struct Checked: Event, JSONObject {
  public static let name = "check"
  public static let summary = "with -i: whether a text can run"
  package static let members = fields([
    "id": "the identifier of the request",
    "status": .value("complete, incomplete or invalid") { $0.status.rawValue },
    "indent": "the number of spaces before the line that must follow",
    "diagnostics": .value("the errors") { $0.errors.nonEmpty },
  ])

  /// Whether the text can run.
  public enum Status: String, Sendable {
    /// It can.
    case complete
    /// More lines must follow.
    case incomplete
    /// It has errors.
    case invalid
  }

  /// An error of the text.
  package struct Problem: JSONObject {
    package static let members =
      fields([
        "code": .value(
          "the kind of error: the fixed words of its message, which may differ in another version"
        ) {
          $0.diagnostic.code
        }
      ])
      + fields(of: { Diagnosed($0.diagnostic) })

    let diagnostic: Diagnostic
  }

  /// The identifier of the request, if it has one.
  package let id: JSON?
  /// Whether the text can run.
  public let status: Status
  /// The number of spaces before the line that must follow.
  public let indent: Int?
  /// The errors.
  package let errors: [Problem]
}

/// How far a long command has come.
public struct Progressed: Event, JSONObject {
  public static let name = "progress"
  public static let summary = "with -i: how far a long command has come"
  package static let members = fields([
    "done": "how many parts of the work are done",
    "total": "how many parts there are, at most",
    "text": "the same in words",
  ])

  /// How many parts of the work are done.
  public let done: Int
  /// How many parts there are, at most.
  public let total: Int
  /// The same in words.
  public let text: String

  package init(done: Int, total: Int, text: String) {
    self.done = done
    self.total = total
    self.text = text
  }
}

/// What a person sees of the session at the current moment.
public struct Viewed: Event, JSONObject {
  public static let name = "view"
  public static let summary = "with -i: what a person sees of the session"
  package static let members = fields([
    "id": "the identifier of the request",
    "since": "the moment that changes are shown from",
    "moment": "the current moment",
    "last": "the last moment",
    "text": "as text",
    "html": "as HTML: the feature's overview, what is presented, changes, moments, the state",
    "svg": "the effects over virtual time as a drawing; omitted if there is nothing to draw",
    "buttons": "what can be pressed",
  ])

  /// What can be pressed.
  package struct Button: JSONObject {
    package static let title = "ViewButton"
    package static let members = fields([
      "label": "its label", "command": "the command that presses it", "role": "cancel or destructive",
    ])
    let label: String
    let command: String
    var role: String?
  }

  /// The identifier of the request, if it has one.
  package let id: JSON?
  /// The moment that changes are shown from.
  public let since: Int
  /// The current moment.
  public let moment: Int
  /// The last moment.
  public let last: Int
  /// As text.
  public let text: String
  /// As HTML.
  public let html: String
  /// The effects over virtual time as a drawing, if there is something to draw.
  public let svg: String?
  /// What can be pressed.
  package let buttons: [Button]

  /// - Parameter drawing: As text, as HTML, and the effects as a drawing.
  package init(
    id: JSON?,
    of debugger: AnyDebugger,
    since: Int,
    drawing: (text: String, html: String, svg: String?)
  ) {
    self.id = id
    self.since = since
    moment = debugger.session.moment.number
    last = debugger.session.moments.count - 1
    (text, html, svg) = drawing
    let presentations = debugger.screen.presentations
    buttons = presentations.enumerated().reversed().flatMap { number, shown -> [Button] in
      guard let prompt = shown.prompt else {
        return [Button(label: "Dismiss \(shown.style)", command: "dismiss \(number)", role: "cancel")]
      }
      guard number == presentations.count - 1 else { return [] }
      return prompt.buttons.map {
        Button(label: $0.label, command: "press \($0.number)", role: $0.role?.text)
      }
    }
  }
}
