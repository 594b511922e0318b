/// Keys as terminals send them.
public enum Keys {
  public static let up = "\u{1B}[A"
  public static let down = "\u{1B}[B"
  public static let right = "\u{1B}[C"
  public static let left = "\u{1B}[D"
  public static let home = "\u{1B}[H"
  public static let end = "\u{1B}[F"
  public static let delete = "\u{1B}[3~"
  public static let altRight = "\u{1B}[1;3C"
  public static let controlLeft = "\u{1B}[1;5D"
  public static let controlRight = "\u{1B}[1;5C"
  public static let backspace = "\u{7F}"
  public static let enter = "\r"
  public static let tab = "\t"
  public static let escape = "\u{1B}"

  /// The control character of a letter: `control("C")` interrupts.
  public static func control(_ letter: Character) -> String {
    String(UnicodeScalar(letter.asciiValue! & 0x1F))
  }
}
