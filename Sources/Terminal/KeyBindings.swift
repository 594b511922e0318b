import TodoShellSystem

/// The commands that libedit's keys run.
///
/// libedit can only print them. So they are read once, after the user's file, and changed only by `Libedit.bind`.
struct KeyBindings {
  /// The commands of the keys, given as the bytes sent, by whether the keys are those of vi's command mode.
  private var commands: [Bool: [[UInt8]: String]] = [:]

  /// - Parameter printed: libedit's list of all bindings.
  init(printed: String = "") {
    var inCommandMode = false
    for line in printed.utf8.split(separator: .newline) {
      guard line.first == .doubleQuote, let arrow = line.dropFirst(15).firstIndex(of: UInt8(ascii: ">"))
      else {
        inCommandMode = line.starts(with: "Alternative".utf8)
        continue
      }
      let command = String(Substring(line[arrow...].dropFirst(3)))
      if command == "is undefined" { continue }
      // One key or sequence, or the first and the last key of several: "^A" to "^C"
      let words = line[..<arrow].dropLast().split(separator: 0x20).map(Substring.init)
      let ends = words.split(separator: "to").map { Self.keys($0.joined(separator: " ")) }
      if ends.count == 2, let first = ends[0].first, let last = ends[1].first, first <= last {
        for key in first...last { self[[key], inCommandMode: inCommandMode] = command }
      } else if let keys = ends.first {
        self[keys, inCommandMode: inCommandMode] = command
      }
    }
  }

  /// The command of keys; `nil` if they are not bound. A sequence has the same one in both modes.
  subscript(keys: [UInt8], inCommandMode inCommandMode: Bool = false) -> String? {
    get { commands[inCommandMode && keys.count == 1]?[keys] }
    set { commands[inCommandMode && keys.count == 1, default: [:]][keys] = newValue }
  }

  /// The keys of a command.
  func keys(of command: String) -> [(keys: [UInt8], inCommandMode: Bool)] {
    commands.flatMap { mode, bindings in bindings.filter { $0.value == command }.map { ($0.key, mode) } }
  }

  /// The bytes of keys that are printed in quotes, with `^X` for a control character.
  private static func keys(_ text: String) -> [UInt8] {
    var scalars = text.unicodeScalars.dropFirst().dropLast()
    var keys: [UInt8] = []
    while let scalar = scalars.popFirst() {
      let control = scalar == "^" ? scalars.popFirst() : nil
      let code = control.map { $0 == "?" ? 0x7F : $0.value & 0x9F } ?? scalar.value
      keys.append(UInt8(truncatingIfNeeded: code))
    }
    return keys
  }
}

// The meaning of keys, by their commands.
extension KeyBindings {
  /// The command of a control character; `nil` for other characters.
  func command(of scalar: Unicode.Scalar) -> String? {
    scalar.value < 0x20 ? self[[UInt8(scalar.value)]] : nil
  }

  /// Whether libedit has a command for a sequence.
  func isBound(_ sequence: [UInt8]) -> Bool {
    // With vi keys, libedit binds its arrow keys, too, but there an escape enters vi's command mode.
    escapeLeadsIn && self[sequence] != nil
  }

  /// Whether an escape begins a sequence, as with emacs keys, rather than being a key.
  private var escapeLeadsIn: Bool { self[[0x1B]] == "ed-sequence-lead-in" }

  /// libedit's commands that move the cursor forward; at the end of a line they do nothing.
  private static let movesOn = ["ed-next-char", "ed-move-to-end", "em-next-word", "vi-next-word"]

  /// The key that accepts a suggestion, if the given keys do.
  func acceptingKey(for keys: [KeyDecoder.Key]) -> SpecialKey? {
    switch keys.count == 1 ? keys[0] : nil {
    case .sequence(let bytes):
      let isMove = !isBound(bytes) || Self.movesOn.contains(self[bytes] ?? "")
      switch isMove ? SpecialKey(sequence: bytes) : nil {
      case .right, .end: return .accept
      case .wordRight: return .acceptWord
      default: return nil
      }
    case .character(let scalar): return Self.movesOn.contains(command(of: scalar) ?? "") ? .accept : nil
    case nil:
      return keys == [.character("\u{1B}"), .character("f")] && escapeLeadsIn ? .acceptWord : nil
    }
  }

  /// Whether libedit can run a key's command in a line of the given length. Its own history commands keep only 1024
  /// characters of the typed line, and pad the rest with NUL when they restore it.
  func isSafe(_ character: wchar_t, inLineOf length: @autoclosure () -> Int) -> Bool {
    guard (1..<0x20).contains(character), let command = self[[UInt8(character)]] else { return true }
    return !(command.hasSuffix("-history") || command.contains("-search")) || length() < 1023
  }
}
