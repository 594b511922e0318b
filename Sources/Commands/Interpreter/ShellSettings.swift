/// The settings that `set` changes.
public struct ShellSettings: Equatable, Sendable {
  /// How to print what each action changes in the state; `nil` for `auto`: `net` in a conversation, `full` in scripts.
  public var diff: DiffStyle?
  /// Whether `log` hides actions that changed and started nothing.
  public var hidesActionsWithoutEffect = false
  /// When to use colour.
  public var color = ColorChoice.auto
  /// Whether to print commands as they run.
  public var echoes = false
  /// Whether to print only requested output and errors.
  public var isQuiet = false { didSet { isQuietByOption = false } }
  /// Whether `-q` set it, rather than the script itself.
  package var isQuietByOption = false
  /// Whether and how to page long output.
  public var pager = PagerChoice.auto
  /// Whether to suggest the last typed line with the same prefix.
  public var suggests = true
  /// Whether to highlight the line being typed.
  public var highlights = true
  /// Whether leaving a shell at a terminal keeps a session that is in no file.
  public var keepsSession = true
  /// Whether to print how long each command took.
  public var showsTimes = false
  /// The maximum number of moments from a single input: an action or a clock move.
  public var momentLimit = 100_000
  /// How many states the history keeps; `nil` for all. See `Session.stateLimit`.
  public var stateLimit: Int?

  /// Creates the default settings.
  public init() {}
}
