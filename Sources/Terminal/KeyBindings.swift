/// The commands that libedit's keys run.
///
/// libedit only prints them. So they are read once, after the user's file, and change only by `Libedit.bind`.
struct KeyBindings {
  /// The commands of the keys, given as the bytes sent, by whether the keys are those of vi's command mode.
  private var commands: [Bool: [[UInt8]: String]] = [:]

  /// - Parameter printed: What libedit prints of all bindings.
  init(printed: String = "") {
    var inCommandMode = false
    for line in printed.split(separator: "\n") {
      guard line.hasPrefix("\""), let arrow = line.utf8.dropFirst(15).firstIndex(of: UInt8(ascii: ">")) else {
        inCommandMode = line.hasPrefix("Alternative")
        continue
      }
      let command = String(line[arrow...].dropFirst(3))
      if command == "is undefined" { continue }
      // One key or sequence, or the first and the last key of several: "^A" to "^C"
      let ends = line[..<arrow].dropLast().split(separator: " ").split(separator: "to")
        .map { Self.keys($0.joined(separator: " ")) }
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
