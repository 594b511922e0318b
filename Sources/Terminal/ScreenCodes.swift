import Core

/// The sequences that move a terminal's cursor and erase.
///
/// Nearly all terminals use those of ANSI X3.64, and so does a terminal of a type that this system does not know: it is
/// newer than the system.
struct ScreenCodes {
  /// The style of what is selected, for a terminal whose sequences are those of ANSI.
  static let inverse = "\u{1B}[7m"

  /// Whether the sequences begin with `ESC [`. Only such a terminal is sent styles and modes, which it can ignore.
  let isANSI: Bool
  /// Whether a character after a full row goes to the next one.
  let joinsRows: Bool
  let eraseRow: String
  let eraseBelow: String
  let clear: String
  private let upByOne: String
  private let rightByOne: String

  /// - Parameter capability: Returns the string of a termcap capability, "yes" or "no" for a flag, or `nil`.
  init(_ capability: (String) -> String? = { _ in nil }) {
    let erase = capability("cd")
    let isANSI = erase?.hasPrefix("\u{1B}[") ?? true
    self.isANSI = isANSI
    joinsRows = isANSI || capability("am") == "yes"
    func code(_ name: String, _ ansi: String) -> String {
      // Padding, such as `$<50>`, is for terminals that need time.
      isANSI ? "\u{1B}[" + ansi : String(capability(name)?.prefix { $0 != "$" } ?? "")
    }
    eraseRow = code("ce", "K")
    eraseBelow = code("cd", "J")
    clear = code("cl", "H\u{1B}[2J")
    upByOne = code("up", "A")
    rightByOne = code("nd", "C")
  }

  func up(_ count: Int) -> String { repeated(upByOne, count) }

  func right(_ count: Int) -> String { repeated(rightByOne, count) }

  private func repeated(_ code: String, _ count: Int) -> String {
    guard count > 0 else { return "" }
    return isANSI ? "\u{1B}[\(count)\(code.suffix(1))" : String(repeating: code, count: count)
  }
}
