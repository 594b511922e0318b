/// Which words after a command redirect its output: none of them may be part of an argument.
package enum RedirectionMarks: Comparable {
  /// None: an argument can be any text.
  case none
  /// `|` and `>|`, which no expression contains; `>` compares.
  case unlikeOperators
  /// `|`, `>` and `>|`.
  case all

  /// What a mark redirects to.
  package enum Kind {
    case file, program
  }

  /// What a word redirects to; `nil` if it is not a mark.
  package func kind(of word: some StringProtocol) -> Kind? {
    switch word {
    case "|": self == .none ? nil : .program
    case ">|": self == .none ? nil : .file
    case ">": self == .all ? .file : nil
    default: nil
    }
  }
}

extension CommandTable {
  /// The marks of a line that starts with a command.
  ///
  /// - Parameters:
  ///   - words: The words of the line, with the command's name; only needed for a nested command.
  ///   - isOwn: Whether a word is the name of a macro.
  package func redirectionMarks(
    of command: AnyCommand,
    in words: @autoclosure () -> [String],
    isOwn: (String) -> Bool
  ) -> RedirectionMarks {
    guard let count = command.wordsBeforeCommand else { return command.redirectionMarks }
    // A nested command runs as a part of the outer one, whose output is redirected.
    guard let name = words().dropFirst(count + 1).first, !isOwn(name) else { return .none }
    return self.command(named: name)?.redirectionMarks ?? .none
  }
}
