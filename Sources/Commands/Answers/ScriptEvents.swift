import Core

/// A command is about to run.
public struct CommandBegan: Event, JSONObject {
  public static let name = "command"
  public static let summary = "a command is about to run"
  package static let members = fields(of: { $0.place })
  /// The command.
  public let place: SourceText
}

/// A feature's own command printed a line.
public struct Printed: Event, JSONObject {
  public static let name = "output"
  public static let summary = "a feature's own command printed a line"
  package static let members = fields(["text": "the line"])

  /// The line.
  public let text: String
  /// The style in which it is printed.
  public let style: Style?
  public var isAskedFor: Bool { true }

  public func lines(_ page: Page) -> [String] {
    [page.palette(style, text.controlCharactersEscaped)]
  }
}

/// A script ended.
public struct Ended: Event, JSONObject {
  public static let name = "ended"
  public static let summary = "a script ended"
  package static let members = fields([
    "script": "the script's name",
    "status": .value("its exit code") { Int($0.status) },
    "commands": "the number of commands that ran",
    "expectations": "the number of expectations that were checked",
    "failures": "the number of failures",
    "moment": "the current moment",
    "time": "virtual time",
  ])

  /// The script's name.
  public let script: String
  /// The exit code.
  public let status: Int32
  /// The number of commands that ran.
  public let commands: Int
  /// The number of expectations that were checked.
  public let expectations: Int
  /// The number of failures.
  public let failures: Int
  /// The current moment.
  public let moment: Int
  /// The virtual time at its end.
  public let time: Duration
}

/// All scripts have ended.
public struct Summarized: Event, JSONObject {
  public static let name = "summary"
  public static let summary = "all scripts have ended"
  package static let members = fields([
    "scripts": "the number of scripts",
    "ok": .value("the number of scripts that passed") { $0.passed },
    "failed": .value("the number of scripts that failed") { $0.scripts - $0.passed },
    "status": .value("the exit code") { Int($0.status) },
  ])

  /// The number of scripts.
  public let scripts: Int
  /// The number of scripts that passed.
  public let passed: Int
  /// The exit code.
  public let status: Int32

  package init(scripts: Int, passed: Int, status: Int32) {
    self.scripts = scripts
    self.passed = passed
    self.status = status
  }
}
