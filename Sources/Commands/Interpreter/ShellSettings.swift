/// What can be set in a shell with `set`.
public struct ShellSettings: Equatable, Sendable {
  /// Whether each action's change of state is printed.
  public var showsDiff = true
  /// Whether `log` leaves out actions that changed nothing and started nothing.
  public var hidesActionsWithoutEffect = false
  /// When the shell writes in colour.
  public var color = ColorChoice.auto
  /// Whether commands are printed as they run.
  public var echoes = false
  /// Whether only that is printed that was asked for.
  public var isQuiet = false { didSet { isQuietByOption = false } }
  /// Whether that is so for who runs the script, who need not see it all, rather than for the script itself.
  package var isQuietByOption = false
  /// Whether long output is shown a page at a time.
  public var pager = PagerChoice.auto
  /// Whether an earlier line that begins like the one that is typed shows behind it.
  public var suggests = true
  /// Whether the line that is typed is coloured.
  public var highlights = true
  /// Whether it is told how long each command took.
  public var showsTimes = false
  /// How many moments a single input may make: an action that is sent, or a move of the clock.
  public var momentLimit = 100_000
  /// How many states the record keeps; `nil` for all of them. See `Session.stateLimit`.
  public var stateLimit: Int?

  /// Creates the settings that hold until someone changes them.
  public init() {}
}
