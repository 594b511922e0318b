import Core
import TodoShellSystem
import TodoShellPlatform
import TestSupport
import Testing

@testable import TodoShellTerminal

/// Input that is no terminal: a pipe.
struct PlainInputTests {
  private let history = HistoryFile(path: nil)

  private func read(_ bytes: [UInt8]) throws -> [LineReader.Line] {
    let (input, keyboard) = try Descriptor.pipe()
    let devices = open("/dev/null", O_WRONLY)
    defer { for descriptor in [input, devices] { close(descriptor) } }
    #expect(write(keyboard, bytes, bytes.count) == bytes.count)
    close(keyboard)
    let terminal = Terminal(input: input, output: devices)
    let reader = try LineReader(program: "test", terminal: terminal, history: history)
    var lines: [LineReader.Line] = []
    repeat { lines.append(try reader.readLine(prompt: "> ")) } while lines.last != .endOfInput
    return lines
  }

  @Test(arguments: [
    ("", []), ("a\nb\n", ["a", "b"]), ("a\nb", ["a", "b"]), ("\n\n", ["", ""]), ("é日👍\n", ["é日👍"]),
  ])
  func linesArriveAsTheyAre(text: String, lines: [String]) throws {
    #expect(try read(Array(text.utf8)) == lines.map { .line($0) } + [.endOfInput])
  }

  @Test func ticksCallBackWhileALineIsAwaited() throws {
    let (input, keyboard) = try Descriptor.pipe()
    let devices = open("/dev/null", O_WRONLY)
    defer { for descriptor in [input, keyboard, devices] { close(descriptor) } }
    let terminal = Terminal(input: input, output: devices)
    let reader = try LineReader(program: "test", terminal: terminal, history: history)
    var count = 0
    reader.options.nextTick = { count < 2 ? .zero : nil }
    reader.options.onTick = {
      count += 1
      if count == 2 { write(keyboard, "x\n", 2) }
    }
    #expect(try reader.readLine(prompt: "") == .line("x"))
    #expect(count == 2)
  }
}
