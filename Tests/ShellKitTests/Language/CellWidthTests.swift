import CLibedit
import Glibc
import Testing

@testable import ShellKit

@Suite struct CellWidthTests {
  @Test(arguments: [
    ("", 0), ("add", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2),
    ("❤️", 2), ("❤", 1), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("ｆ", 2), ("ﾊ", 1), ("→…·", 3),
    ("\u{200B}a\u{FEFF}", 1), ("\u{7}\n", 0),
    ("買い物", 6), ("🛒", 2), ("\u{301}", 0), ("☎", 1),
  ])
  func widthIsThatOfATerminal(text: String, width: Int) {
    #expect(text.cellWidth == width)
  }

  @Test func theCLibraryAgreesOnAllButAFewCharacters() {
    #expect(CharacterLocale.useUTF8())
    var differences = 0
    for value in UInt32(0x20)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let expected = clibedit_width(wchar_t(value))
      if expected >= 0, Int(expected) != Character(scalar).cellWidth { differences += 1 }
    }
    // Versions of Unicode differ, and so do opinions on a few invisible characters.
    #expect(differences < 700)
  }
}
