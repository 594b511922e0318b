import Foundation
import TestSupport
import Testing

/// `$` and the tabulator, on the real binary.
struct VariableCompletionTests {
  @Test func namesComeWithTheirValues() throws {
    let terminal = try ShellTerminal(arguments: ["-q", "-v", "count=3", "-v", "colour=red"])
    try terminal.pty.send("toggle $co\t")
    try terminal.pty.wait(for: "the menu") {
      $0.text.contains("$colour  \"red\"") && $0.text.contains("$count   3")
    }
    try terminal.pty.send("u\t")
    try terminal.pty.wait(atPrompt: "#0 +0s> toggle $count ")
  }

  @Test(
    arguments: [
      ("add \"of $co", "add \"of $count"), ("add \"of ${co", "add \"of ${count}"),
      ("print todos[$co", "print todos[$count"), ("print todos.count==$co", "print todos.count==$count"),
      ("add inc.$co", "add inc.$count"), (".todos(.element(id: $co", ".todos(.element(id: $count"),
      ("repeat $co", "repeat $count "), ("repeat 2 add $co", "repeat 2 add $count "),
    ]
  )
  func theyCompleteWhereverTheyMayStand(line: String, completed: String) throws {
    let terminal = try ShellTerminal(arguments: ["-q", "-v", "count=3"])
    try terminal.pty.send(line + "\t")
    try terminal.pty.wait(atPrompt: "#0 +0s> \(completed)")
  }

  @Test(arguments: ["add '$co", "print todos.map(\\.$co", "add \"\\$co"])
  func elsewhereADollarSignIsItself(line: String) throws {
    let terminal = try ShellTerminal(arguments: ["-q", "-v", "count=3"])
    try terminal.pty.send(line + "\tx")
    try terminal.pty.wait(atPrompt: "#0 +0s> \(line)x")
  }

  @Test func aBlockThatIsBeingTypedHasItsOwn() throws {
    let terminal = try ShellTerminal(arguments: ["-q"])
    try terminal.type("macro buy what number=2", until: "… ")
    try terminal.type("repeat $number as index", until: "… ")
    try terminal.pty.send("add $w\t")
    try terminal.pty.wait(atPrompt: "… add $what ")
    try terminal.pty.send("$\t")
    try terminal.pty.wait(for: "all three") {
      $0.text.contains("$index   number of the round, from 0")
        && $0.text.contains("$number  parameter of this macro, default 2")
        && $0.text.contains("$what    parameter of this macro")
    }
    try terminal.pty.send("\u{3}print $\tx")
    try terminal.pty.wait(atPrompt: "#0 +0s> print $x")
  }
}
