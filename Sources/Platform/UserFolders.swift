/// The folders in which a person's programs keep their files, as the XDG base directory specification has them.
///
/// Each is `nil` when the environment has neither its variable nor `HOME`. A relative path in one is ignored, as the
/// specification asks.
package struct UserFolders {
  private let environment: [String: String]

  package init(environment: [String: String]) {
    self.environment = environment
  }

  /// For what the person writes: `$XDG_CONFIG_HOME`, or `~/.config`.
  package var configuration: String? { folder("XDG_CONFIG_HOME", belowHome: ".config") }

  /// For what programs remember: `$XDG_STATE_HOME`, or `~/.local/state`.
  package var state: String? { folder("XDG_STATE_HOME", belowHome: ".local/state") }

  private func folder(_ variable: String, belowHome path: String) -> String? {
    absolute(variable) ?? absolute("HOME").map { "\($0)/\(path)" }
  }

  private func absolute(_ variable: String) -> String? {
    environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
