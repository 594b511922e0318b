/// The user's folders according to the XDG base directory specification.
///
/// A folder is `nil` if the environment has neither its variable nor `HOME`. Relative paths are ignored, as the
/// specification requires.
package struct UserFolders {
  private let environment: [String: String]

  package init(environment: [String: String]) {
    self.environment = environment
  }

  /// The folder for configuration: `$XDG_CONFIG_HOME`, or `~/.config`.
  package var configuration: String? { folder("XDG_CONFIG_HOME", belowHome: ".config") }

  /// The folder for persistent state: `$XDG_STATE_HOME`, or `~/.local/state`.
  package var state: String? { folder("XDG_STATE_HOME", belowHome: ".local/state") }

  private func folder(_ variable: String, belowHome path: String) -> String? {
    absolute(variable) ?? absolute("HOME").map { "\($0)/\(path)" }
  }

  private func absolute(_ variable: String) -> String? {
    environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
