/// Keys that terminals send as sequences, and the commands of libedit that they run.
///
/// Sequences begin with an escape, which is itself a key in vi's insert mode, and libedit inserts unknown sequences as
/// text. So a sequence without a binding is passed to libedit as one of the control characters U+0080 to U+009F, which
/// no keyboard sends, or dropped.
enum SpecialKey: String, CaseIterable {
  case paste = "shell-paste"
  case up = "shell-older"
  case down = "shell-newer"
  case right = "ed-next-char"
  case left = "ed-prev-char"
  case home = "ed-move-to-beg"
  case end = "shell-end"
  case delete = "ed-delete-next-char"
  case wordRight = "em-next-word"
  case wordLeft = "ed-prev-word"
  case deleteWord = "em-delete-next-word"
  // Keys that move forward at the end of the line, if a suggestion is shown there.
  case accept = "shell-accept"
  case acceptWord = "shell-accept-word"
  // Keys that walk the menu of completions, if it is open.
  case walk = "shell-walk"

  /// The character for libedit.
  var code: UInt8 { 0x80 + UInt8(Self.allCases.firstIndex(of: self) ?? 0) }

  /// The key that sends `sequence` on common terminals.
  init?(sequence: [UInt8]) {
    switch String(decoding: sequence.dropFirst(), as: UTF8.self) {
    case "[200~": self = .paste
    case "[A", "OA": self = .up
    case "[B", "OB": self = .down
    case "[C", "OC": self = .right
    case "[D", "OD": self = .left
    case "[H", "OH", "[1~", "[7~": self = .home
    case "[F", "OF", "[4~", "[8~": self = .end
    case "[3~": self = .delete
    case "[1;5C", "[1;3C", "[5C", "Oc", "[1;9C": self = .wordRight
    case "[1;5D", "[1;3D", "[5D", "Od", "[1;9D": self = .wordLeft
    case "[3;5~", "[3;3~": self = .deleteWord
    default: return nil
    }
  }
}
