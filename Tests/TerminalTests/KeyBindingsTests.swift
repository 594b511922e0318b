import Testing

@testable import TodoShellTerminal

struct KeyBindingsTests {
  private let bindings = KeyBindings(
    printed: """
      Standard key bindings
      "^@"           ->  ed-quoted-insert
      "^A" to "^C"   ->  ed-insert
      "^I"           ->  is undefined
      "^["           ->  ed-sequence-lead-in
      "^]" to " "    ->  ed-ignore
      \"""            ->  ed-quoted-insert
      "^"            ->  ed-digit
      "^?"           ->  em-delete-prev-char
      "^\u{C8}"          ->  ed-delete-prev-word
      "\u{A0}" to "\u{FF}"   ->  ed-insert
      Alternative key bindings
      " "            ->  ed-next-char
      "1"  to "9"    ->  ed-argument-digit
      Multi-character bindings
      "^[[7^"        ->  ed-move-to-end
      "^[>"          ->  "a -> b"
      "^[[15;15;15~x"->  ed-clear-screen
      Arrow key bindings
      down           ->  ed-next-history

      """
  )

  @Test(
    arguments: [
      ([0x00], "ed-quoted-insert"), ([0x02], "ed-insert"), ([0x09], nil), ([0x1B], "ed-sequence-lead-in"),
      ([0x1F], "ed-ignore"), ([0x20], "ed-ignore"), ([0x21], nil), ([0x22], "ed-quoted-insert"),
      ([0x5E], "ed-digit"), ([0x7F], "em-delete-prev-char"), ([0x88], "ed-delete-prev-word"),
      ([0xE4], "ed-insert"), (Array("\u{1B}[7^".utf8), "ed-move-to-end"),
      (Array("\u{1B}>".utf8), "\"a -> b\""), (Array("\u{1B}[15;15;15~x".utf8), "ed-clear-screen"),
    ] as [([UInt8], String?)]
  )
  func keysHaveTheCommandsThatLibeditPrints(keys: [UInt8], command: String?) {
    #expect(bindings[keys] == command)
  }

  @Test func commandModeHasKeysOfItsOwnButNoSequences() {
    #expect(bindings[[0x20], inCommandMode: true] == "ed-next-char")
    #expect(bindings[[0x35], inCommandMode: true] == "ed-argument-digit")
    #expect(bindings[[0x02], inCommandMode: true] == nil)
    #expect(bindings[Array("\u{1B}[7^".utf8), inCommandMode: true] == "ed-move-to-end")
  }

  @Test func aCommandIsFoundOnEveryKey() {
    let keys = bindings.keys(of: "ed-quoted-insert").map { $0.keys }.sorted {
      $0.lexicographicallyPrecedes($1)
    }
    #expect(keys == [[0x00], [0x22]])
  }
}
