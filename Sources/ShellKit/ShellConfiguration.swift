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
  /// Decides the random numbers that the feature is given.
  public var seed: UInt64 = 0
  /// Whether the interactive shell runs the commands in the person's rc file.
  public var readsRC = true

  /// Creates a configuration in which everything is as the shell has it by itself.
  public init() {}

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
