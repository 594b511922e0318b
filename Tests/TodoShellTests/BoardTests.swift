import Foundation
import TestSupport
import Testing

/// A front end that shares nothing with the shell but the seam.
struct BoardTests {
  @Test func runsWhereLibeditIsNotInstalled() throws {
    func names(_ library: String, _ program: String) throws -> Bool {
      try Data(contentsOf: URL(filePath: builtProgram(program))).range(of: Data(library.utf8)) != nil
    }
    #expect(try names("libedit.so", "todoshell"), "or this shows nothing")
    #expect(try !names("libedit.so", "Board"))
  }

  @Test func showsTheListTheEffectsAndTheClock() throws {
    let run = try run(
      builtProgram("Board"),
      [],
      input: Data("add Milk\nremind Eggs\nadvance 5s\nprint notes.count\ntoggle 0\nundo\nquit\n".utf8)
    )
    #expect(run.status == 0)
    #expect(
      run.output == """
        == add Milk == 1 new, 0.0 seconds on the clock
        [0] Milk
        == remind Eggs == 1 new, 0.0 seconds on the clock
        [0] Milk
        ~ reminder until 5.0 seconds
        == advance 5s == 2 new, 5.0 seconds on the clock
        [0] Milk
        [1] Eggs
        == print notes.count == 0 new, 5.0 seconds on the clock
        [0] Milk
        [1] Eggs
        = 2
        == toggle 0 == 0 new, 5.0 seconds on the clock
        [0] Milk
        [1] Eggs
        ! unknown command 'toggle'
        == undo == 0 new, 0.0 seconds on the clock
        [0] Milk
        ~ reminder until 5.0 seconds
        == quit == 0 new, 0.0 seconds on the clock
        [0] Milk
        ~ reminder until 5.0 seconds

        """
    )
  }
}
