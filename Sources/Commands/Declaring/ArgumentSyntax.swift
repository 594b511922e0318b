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

extension CommandTable {
  /// The syntax of the arguments on a line that starts with a command.
  ///
  /// - Parameters:
  ///   - words: The words of the line, with the command's name; only needed for a nested command, and for an option
  ///     whose value is a list of expressions.
  ///   - isOwn: Whether a word is the name of a macro.
  package func syntax(
    of command: AnyCommand,
    in words: @autoclosure () -> [String],
    isOwn: (String) -> Bool
  ) -> ArgumentSyntax {
    guard let count = command.wordsBeforeCommand else {
      let lists = command.options.filter(\.continuesAfterComma).flatMap(\.names)
      return !lists.isEmpty && words().contains(where: lists.contains) ? .swift : command.syntax
    }
    // A nested command runs as a part of the outer one, whose output is redirected.
    guard let name = words().dropFirst(count + 1).first, !isOwn(name) else { return .text }
    return self.command(named: name)?.syntax ?? .text
  }
}
