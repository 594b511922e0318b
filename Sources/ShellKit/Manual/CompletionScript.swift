import Core

/// The completions of a program for bash, zsh and fish: those of the argument parser, which offers either subcommands or
/// files, and scripts where there is no subcommand.
struct CompletionScript {
  let text: String

  private static let names = SubcommandName.allCases.map(\.rawValue).joined(separator: "|")

  /// Whether a command line requests such a script.
  static func isRequested(by arguments: [String]) -> Bool {
    arguments.contains { $0.hasPrefix("--generate-completion-script") }
  }

  /// - Parameter script: The script of the argument parser.
  init(_ script: String) {
    if script.hasPrefix("#!/bin/bash") {
      text = Self.bash(script)
    } else if script.hasPrefix("#compdef") {
      text = Self.zsh(script)
    } else {
      text = Self.fish(script)
    }
  }

  /// Registers another function, which calls that of the argument parser.
  private static func bash(_ script: String) -> String {
    guard
      let (_, function, program) = script.firstMatch(of: /complete -o filenames -F (\w+) (\S+)\s*$/)?.output
    else { return script }
    return script + """

      \(function)_or_scripts() {
          \(function) "${@}"
          [[ "${#COMPREPLY[@]}" -gt 0 || "${2}" == -* || "${COMP_WORDS[1]}" == @(\(names)) ]] && return
          mapfile -t COMPREPLY < <(compgen -f -X '!*.todoscript' -- "${2}"; compgen -d -- "${2}")
      }

      complete -o filenames -F \(function)_or_scripts \(program)
      """
  }

  /// Renames the function of the argument parser, and defines another one that calls it.
  private static func zsh(_ script: String) -> String {
    guard
      let (end, function) = script.firstMatch(of: /if \[\[ "\$\{funcstack\[1\]\}" = (\w+) \]\]; then/)?.output
    else { return script }
    return script.replacing(
      end,
      with: """
        functions -c \(function) _\(function)_words
        \(function)() {
            local -r word="${words[2]}"
            _\(function)_words "${@}" && return
            [[ "${word}" = (\(names)) ]] || _files -g '*.todoscript'
        }

        \(end)
        """
    )
  }

  /// Offers in place of the subcommand what `run` offers after it.
  private static func fish(_ script: String) -> String {
    let files = script.allLines.filter { $0.contains(/_positional "\S+ run"/) }
    return script + files.map { "\n" + $0.replacing(" run\" -ge 1", with: "\" -ge 1") }.joined()
  }
}
