import Core
import Glibc
import Platform
import TestSupport
import Testing

@testable import Terminal

/// Input that is no terminal: a pipe.
struct PlainInputTests {
  private func read(_ bytes: [UInt8]) throws -> [LineEditor.Line] {
    let (input, keyboard) = try Descriptor.pipe()
    let devices = open("/dev/null", O_WRONLY)
    defer { for descriptor in [input, devices] { close(descriptor) } }
    #expect(write(keyboard, bytes, bytes.count) == bytes.count)
    close(keyboard)
    let editor = try LineEditor(program: "test", terminal: Terminal(input: input, output: devices))
    var lines: [LineEditor.Line] = []
    repeat { lines.append(try editor.readLine(prompt: "> ")) } while lines.last != .endOfInput
    return lines
  }

  @Test(arguments: [
    ("", []), ("a\nb\n", ["a", "b"]), ("a\nb", ["a", "b"]), ("\n\n", ["", ""]), ("é日👍\n", ["é日👍"]),
  ])
  func linesArriveAsTheyAre(text: String, lines: [String]) throws {
    #expect(try read(Array(text.utf8)) == lines.map { .line($0) } + [.endOfInput])
  }

  @Test func wakingCallsBackWhileALineIsAwaited() throws {
    let (input, keyboard) = try Descriptor.pipe()
    let devices = open("/dev/null", O_WRONLY)
    defer { for descriptor in [input, keyboard, devices] { close(descriptor) } }
    let editor = try LineEditor(program: "test", terminal: Terminal(input: input, output: devices))
    var count = 0
    editor.onWake = {
      count += 1
      if count == 1 { editor.wake() } else { write(keyboard, "x\n", 2) }
    }
    editor.wake()
    #expect(try editor.readLine(prompt: "") == .line("x"))
    #expect(count == 2)
    editor.onWake = nil
  }
}
