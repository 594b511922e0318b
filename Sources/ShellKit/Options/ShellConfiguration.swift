import Foundation

/// How a shell is to be run: what its command line says.
public struct ShellConfiguration: Equatable, Sendable {
  /// Scripts to run, `-` for standard input.
  public var files: [String] = []
  /// Command lines to run instead of scripts.
  public var commands: [String] = []
  /// Print commands as they run.
  public var echoes = false
  /// Print only what is asked for.
  public var isQuiet = false
  /// Read the scripts and run nothing.
  public var checksOnly = false
  /// Go on after a command that failed.
  public var keepsGoing = false
  /// Rewrite the expected output of scripts where something else is printed.
  public var updatesExpectedOutput = false
  /// When to write in colour.
  public var color = ColorChoice.auto
  /// Decides the random numbers that the feature is given; 0 if nothing is said.
  public var seed: UInt64?
  /// The date at the start; the beginning of the year 2001, UTC, if nothing is said.
  public var epoch: Date?
  /// The file of a session to resume and to record in.
  public var session: String?
  /// Whether the interactive shell neither reads nor keeps what was typed.
  public var isPrivate = false
  /// The chapter, from 1, at which to begin the tour of the program that is to be run instead of scripts.
  public var tour: Int?
  /// What is printed.
  public var format = OutputFormat.text
  /// Files that tell other programs what became of the scripts.
  public var reports: [BatchReport] = []
  /// What `$NAME` stands for in scripts until they say otherwise.
  public var variables: [String: Variable] = [:]
  /// Whether the interactive shell runs the commands in the person's rc file.
  public var readsRC = true
  /// Whether the process ends with the last script, and nothing needs to be tidied up behind it.
  var endsProcess = false

  /// Creates a configuration in which everything is as the shell has it by itself.
  public init() {}

  /// What the session of a shell begins with.
  var origin: SessionOrigin {
    var origin = SessionOrigin()
    if let seed { origin.seed = seed }
    if let epoch { origin.epoch = epoch }
    return origin
  }

  /// The settings that a shell starts with.
  var settings: ShellSettings {
    var settings = ShellSettings()
    settings.echoes = echoes
    settings.isQuiet = isQuiet
    settings.isQuietByOption = isQuiet
    settings.color = color
    return settings
  }
}
