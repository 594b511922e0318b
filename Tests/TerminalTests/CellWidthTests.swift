import TodoShellSystem
import Testing

@testable import TodoShellTerminal

/// The C library's function, which Swift does not import.
@_silgen_name("wcwidth") private func wcwidth(_ character: wchar_t) -> Int32

struct CellWidthTests {
  @Test func theCLibraryAgreesOnAllButAFewCharacters() {
    #expect(CharacterLocale.useUTF8())
    var differences = 0
    for value in UInt32(0x20)...0x1FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let expected = wcwidth(wchar_t(value))
      if expected >= 0, Int(expected) != Character(scalar).cellWidth { differences += 1 }
    }
    // Versions of Unicode differ, and so do opinions on a few invisible characters.
    #expect(differences < 700)
  }
}
