/// The text that libedit edits, with the cursor.
struct LineText: Equatable {
  var string = ""
  /// The number of code points before the cursor.
  var cursor = 0

  /// The number of code points.
  var count: Int { string.unicodeScalars.count }
  var beforeCursor: String { String(string.unicodeScalars.prefix(cursor)) }
  var afterCursor: String { String(string.unicodeScalars.dropFirst(cursor)) }
}

// Characters of several code points, such as an emoji with a skin tone, which libedit does not support.
extension LineText {
  /// How often to press a key with a command: a command that deletes a code point must delete the whole character.
  func repetitions(of command: String) -> Int {
    if command.hasSuffix("-delete-prev-char") {
      return beforeCursor.graphemes.suffix(1).first?.unicodeScalars.count ?? 1
    }
    guard command.hasSuffix("-delete-next-char") || command == "em-delete-or-list" else { return 1 }
    return afterCursor.graphemes.first { _ in true }?.unicodeScalars.count ?? 1
  }

  /// Moves a cursor from the middle of a character to the side that it was moving towards.
  ///
  /// If the line has changed, the cursor stays: the next input may be part of the character, too.
  ///
  /// - Parameter previous: The text and the cursor before the last key.
  mutating func leaveGrapheme(from previous: LineText, inCommandMode: Bool) {
    guard count == previous.count, cursor != previous.cursor else { return }
    var end = 0
    for character in string.graphemes {
      let start = end
      end += character.unicodeScalars.count
      guard start < cursor, cursor < end else { continue }
      // In vi's command mode, the cursor is never after the last character.
      let canFollow = end < count || !inCommandMode
      cursor = cursor > previous.cursor && canFollow ? end : start
      return
    }
  }
}

/// A walk up and down a text of several lines.
struct LineClimb {
  /// The text, and the cursor after the last step of the walk: if either has changed, the walk is over.
  private(set) var text: LineText
  /// The column that the walk keeps to, in cells; a shorter line limits it.
  private let column: Int

  /// Moves the cursor to the line above or below.
  ///
  /// - Parameters:
  ///   - step: -1 for the line above, 1 for the line below.
  ///   - text: The text and the cursor now.
  ///   - previous: The walk so far.
  /// - Returns: `nil` if there is no such line.
  init?(_ step: Int, in text: LineText, after previous: LineClimb?, inCommandMode: Bool) {
    let lines = Self.lines(of: text.string)
    let before = Self.lines(of: text.beforeCursor)
    let number = before.count - 1 + step
    guard lines.indices.contains(number), let start = before.last else { return nil }
    column = previous.flatMap { $0.text == text ? $0.column : nil } ?? start.cellWidth
    self.text = text
    self.text.cursor = lines[..<number].reduce(0) { $0 + $1.unicodeScalars.count + 1 }
    let end = self.text.cursor + lines[number].unicodeScalars.count
    var width = 0
    for character in lines[number] {
      let next = self.text.cursor + character.unicodeScalars.count
      // In vi's command mode the cursor is on a character, and never after the last one.
      guard width + character.cellWidth <= column, next < end || !inCommandMode else { break }
      self.text.cursor = next
      width += character.cellWidth
    }
  }

  private static func lines(of text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }
}

/// A walk through the lines of the history that begin like the line on which it started.
///
/// libedit has such keys, too, but they restore only the first 1024 characters of the original line.
struct HistoryWalk {
  /// The line on which the walk started, to return to.
  private let original: String
  /// The text before the cursor.
  private let beginning: String
  /// The position of the recalled line in the history; its end represents `original`.
  private var position: Int
  /// The recalled line as shown; if the current line differs, it was edited, and the walk is over.
  private(set) var shown: String

  init(from text: LineText, in lines: [String]) {
    original = text.string
    beginning = text.beforeCursor
    position = lines.endIndex
    shown = original
  }

  /// Recalls an older (-1) or a newer (1) line.
  ///
  /// - Returns: Whether there is one.
  mutating func move(_ step: Int, in lines: [String]) -> Bool {
    let isMatch = { [beginning, shown] (line: String) in line.hasPrefix(beginning) && line != shown }
    if step < 0 {
      guard let older = lines[..<position].lastIndex(where: isMatch) else { return false }
      position = older
    } else {
      guard position < lines.endIndex else { return false }
      position = lines[(position + 1)...].firstIndex(where: isMatch) ?? lines.endIndex
    }
    shown = position < lines.endIndex ? lines[position] : original
    return true
  }
}
