/// What the words of an argument can be. It decides which words after it redirect the output of a command, since none
/// of them may be part of an argument.
package enum ArgumentSyntax: Comparable {
  /// Any text; nothing redirects.
  case text
  /// Expressions and actions; `|` and `>|` redirect, but `>` compares.
  case swift
  /// Names, numbers and the like; `|`, `>` and `>|` redirect.
  case names

  /// Where a word redirects the output to.
  package enum Redirection {
    case file, program
  }

  /// Where a word redirects the output to; `nil` if it is part of an argument.
  package func redirection(by word: some StringProtocol) -> Redirection? {
    switch word {
    case "|": self == .text ? nil : .program
    case ">|": self == .text ? nil : .file
    case ">": self == .names ? .file : nil
    default: nil
    }
  }
}
